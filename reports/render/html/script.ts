/**
 * What the page does where scripts run: filters, copying, a saved record. Without them everything can still be read. The text
 * is a constant, so that the page can name its hash as the only script allowed.
 */
export const script = `
'use strict';
const all = (selector) => [...document.querySelectorAll(selector)];
const entries = all('#divergences > .entry');
const form = document.getElementById('filters');
const names = ['target', 'status', 'severity', 'area'];

function apply() {
  const text = form.elements.text.value.trim().toLowerCase();
  let shown = 0;
  for (const entry of entries) {
    const fits = names.every((name) => form.elements[name].value === '' || entry.dataset[name].split(' ').includes(form.elements[name].value));
    entry.hidden = !(fits && (text === '' || entry.textContent.toLowerCase().includes(text)));
    if (!entry.hidden) shown++;
  }
  document.getElementById('shown').textContent = shown + ' of ' + entries.length + ' shown';
}

function reveal() {
  let id = '';
  try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  const entry = document.getElementById(id);
  if (!entry || !entry.classList.contains('entry')) return;
  if (entry.hidden) { form.reset(); apply(); }
  entry.open = true;
  entry.scrollIntoView();
}

if (form) {
  form.hidden = false;
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  for (const button of all('[data-open]')) {
    button.addEventListener('click', () => {
      for (const entry of entries) if (!entry.hidden) entry.open = button.dataset.open === 'all';
    });
  }
  for (const link of all('.matrix a[data-area]')) {
    link.addEventListener('click', () => {
      form.reset();
      form.elements.target.value = link.dataset.target;
      form.elements.area.value = link.dataset.area;
      apply();
    });
  }
}
addEventListener('hashchange', reveal);
reveal();

for (const button of all('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(source);
      button.textContent = 'Selected';
    }
  });
}

const save = document.getElementById('save');
save.hidden = false;
save.addEventListener('click', () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([document.getElementById('record').textContent], { type: 'application/json' }));
  link.download = 'parallax.json';
  link.click();
});

addEventListener('beforeprint', () => { for (const details of all('details')) details.open = true; });
`;
