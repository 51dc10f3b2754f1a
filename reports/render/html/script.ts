/**
 * The script of the page: filters, pages, copy buttons, saving the record. Without it the first page remains readable. The view is
 * stored in the fragment of the address, such as `#target=dynalite&page=2`, so that links reproduce it and the browser's Back
 * works. The text is a constant, so that the content policy can allow it by its hash.
 */
export const script = `
'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
const form = byId('filters');
const list = byId('entries');
const names = ['target', 'status', 'severity', 'area', 'text'];

async function unpack(element) {
  const bytes = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\`': '&#96;' };
const escaped = (text) => text.toLowerCase().replace(/[&<>"'\`]/g, (sign) => signs[sign]);
/* What is compared are two escaped texts, since markup of ours was escaped in the same way. */
const textOf = (entry) => (entry.text ??= entry.html.replace(/<[^>]*>/g, '').toLowerCase());

/* Entries: those of the first page are nodes from the start, the others are markup of ours until they are shown. */
const nodeOf = (html) => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild;
};
const ofHtml = (html) => ({ node: null, html, data: nodeOf(html.slice(0, html.indexOf('>') + 1)).dataset });
const ofNode = (node) => ({ node, html: node.outerHTML, data: node.dataset, text: escaped(node.textContent) });
const entries = list ? [...list.children].map(ofNode) : [];
const total = list ? Number(list.dataset.total) : 0;
const size = list ? Number(list.dataset.size) : 0;
let loading;
const load = () => (loading ??= (async () => {
  const rest = byId('rest');
  if (rest) for (const html of JSON.parse(await unpack(rest))) entries.push(ofHtml(html));
})());

function fits(entry, view) {
  const has = (name) => !view[name] || (entry.data[name] ?? '').split(' ').includes(view[name]) || entry.data[name] === view[name];
  return ['target', 'status', 'severity', 'area'].every(has) && (!view.text || textOf(entry).includes(escaped(view.text.trim())));
}

/* The view, as the address has it. An address of one entry alone is '#d-…'. */
function viewOf(hash) {
  let text = '';
  try { text = decodeURIComponent(hash.slice(1)); } catch { return {}; }
  if (/^d-[a-z0-9-]+$/.test(text)) return { entry: text };
  const view = {};
  if (!hash.includes('=')) return view;
  const given = new URLSearchParams(hash.slice(1));
  for (const name of [...names, 'page', 'entry']) if (given.get(name)) view[name] = given.get(name);
  return view;
}
const hashOf = (view) => {
  const given = new URLSearchParams();
  for (const name of [...names, 'page', 'entry']) if (view[name]) given.set(name, view[name]);
  return '#' + given;
};
const filtersIn = (view) => Object.fromEntries(names.filter((name) => view[name]).map((name) => [name, view[name]]));

let latest = 0;
async function show(view) {
  if (!list) return;
  const turn = ++latest;
  for (const name of names) form.elements[name].value = view[name] ?? '';
  const id = view.entry && /^d-[a-z0-9-]+$/.test(view.entry) ? view.entry : undefined;
  const isHere = id && byId(id) && list.contains(byId(id));
  const isFiltered = names.some((name) => view[name]);
  if (isFiltered || Number(view.page) > 1 || (id && !isHere)) {
    try { await load(); } catch { byId('shown').textContent = 'This browser cannot open what is packed here; report.json has it all.'; return; }
  }
  if (turn !== latest) return;
  const fitting = entries.filter((entry) => fits(entry, view));
  const isWhole = entries.length === total;
  const amount = isFiltered || isWhole ? fitting.length : total;
  const pages = Math.max(1, Math.ceil(amount / size));
  const mark = ' id="' + id + '"';
  const at = id ? fitting.findIndex((entry) => entry.html.includes(mark)) : -1;
  /* A link to an entry that the filters hide is worth more than they are. */
  if (id && at < 0 && isFiltered) return show({ entry: id });
  const wanted = at >= 0 ? Math.floor(at / size) + 1 : Math.floor(Number(view.page)) || 1;
  const page = Math.min(pages, Math.max(1, wanted));
  const shown = fitting.slice((page - 1) * size, page * size);
  list.replaceChildren(...shown.map((entry) => enliven(entry.node ??= nodeOf(entry.html))));
  tell(amount, page, pages, shown.length);
  if (id) reveal(id);
}

function tell(amount, page, pages, count) {
  const from = (page - 1) * size + 1;
  const number = (value) => value.toLocaleString('en');
  const which = pages > 1 ? number(from) + '–' + number(from + count - 1) + ' of ' + number(amount) : number(amount);
  byId('shown').textContent = amount === total ? which + ' shown' : which + ' shown, of ' + number(total) + ' in all';
  const nav = byId('pages');
  if (!nav) return;
  nav.hidden = pages === 1;
  byId('page').textContent = 'page ' + number(page) + ' of ' + number(pages);
  for (const button of all('button', nav)) {
    button.value = String(page + Number(button.dataset.page));
    button.disabled = button.value < 1 || Number(button.value) > pages;
  }
}

function reveal(id) {
  const found = byId(id);
  if (!found) return;
  for (let node = found; node && node !== list; node = node.parentElement) if (node.tagName === 'DETAILS') node.open = true;
  found.scrollIntoView();
}

/* Every choice is a step to come back from; letters typed one after the other are one. */
let isTyping = false;
function go(view, typing = false) {
  history[typing && isTyping ? 'replaceState' : 'pushState'](null, '', hashOf(view));
  isTyping = typing;
  return show(view);
}
const chosen = () => Object.fromEntries(names.map((name) => [name, form.elements[name].value]));

if (form) {
  form.hidden = false;
  form.addEventListener('input', (event) => go(chosen(), event.target.name === 'text'));
  form.addEventListener('submit', (event) => event.preventDefault());
  for (const button of all('[data-open]')) {
    button.addEventListener('click', () => {
      for (const entry of list.children) entry.open = button.dataset.open === 'all';
    });
  }
  for (const button of all('#pages button')) {
    button.addEventListener('click', async () => {
      await go({ ...filtersIn(viewOf(location.hash)), page: button.value });
      byId('divergences').scrollIntoView();
    });
  }
  for (const link of all('.matrix a[data-area]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      go({ target: link.dataset.target, area: link.dataset.area, entry: link.hash.slice(1) });
    });
  }
}

function enliven(root) {
  for (const button of all('[data-copy]', root)) button.hidden = false;
  return root;
}
enliven(document);
addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const source = button.previousElementSibling;
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(source);
    button.textContent = 'Selected';
  }
});

const onAddress = () => {
  isTyping = false;
  const view = viewOf(location.hash);
  /* A link to a part of the page says nothing of its filters. */
  if (location.hash === '' || location.hash === '#' || Object.keys(view).length > 0) show(view);
};
addEventListener('hashchange', onAddress);
show(viewOf(location.hash));

const save = byId('save');
save.hidden = false;
save.addEventListener('click', async () => {
  const record = byId('record');
  const text = record.type === 'text/plain' ? await unpack(record) : record.textContent;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'parallax.json';
  link.click();
});

addEventListener('beforeprint', () => { for (const details of all('details')) details.open = true; });
`;
