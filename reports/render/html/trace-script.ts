/**
 * The script of a trace page: moves through the steps. Without it, all states are shown below each other. A constant, so that the
 * content policy can allow it by its hash.
 */
export const traceScript = `
'use strict';
const all = (selector) => [...document.querySelectorAll(selector)];
const slider = document.getElementById('slider');
const last = Number(slider.max);
const record = JSON.parse(document.getElementById('record').textContent);
const loopFrom = record.loopFrom;
const rows = all('tr.row');

function show(at) {
  slider.value = at;
  for (const section of all('[data-state]')) section.hidden = Number(section.dataset.state) !== at;
  for (const row of rows) {
    const own = Number(row.dataset.at);
    row.classList.toggle('current', own === at && own > 0);
    row.classList.toggle('later', own > at);
    if (own === at) row.setAttribute('aria-current', 'step');
    else row.removeAttribute('aria-current');
  }
  document.getElementById('where').textContent = at === 0 ? 'at the start' : 'after step ' + at + ' of ' + last;
  document.getElementById('back').disabled = at === 0;
  document.getElementById('forth').disabled = at === last && !(loopFrom < last);
}

const here = () => Number(slider.value);
// The state after the last step of a round is the one before its first.
const forth = () => show(here() < last ? here() + 1 : loopFrom < last ? loopFrom + 1 : last);
const back = () => show(Math.max(0, here() - 1));

document.documentElement.classList.add('scripted');
document.querySelector('.controls').hidden = false;
slider.addEventListener('input', () => show(here()));
document.getElementById('forth').addEventListener('click', forth);
document.getElementById('back').addEventListener('click', back);
for (const row of rows) row.addEventListener('click', () => show(Number(row.dataset.at)));
addEventListener('keydown', (event) => {
  if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowRight' || event.key === 'ArrowDown') forth();
  else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') back();
  else return;
  event.preventDefault();
});
addEventListener('beforeprint', () => { for (const section of all('[data-state]')) section.hidden = false; });
addEventListener('afterprint', () => show(here()));

const save = document.getElementById('save');
save.hidden = false;
save.addEventListener('click', () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' }));
  link.download = 'trace.json';
  link.click();
});

const wanted = /^#step-(\\d+)$/.exec(location.hash);
show(wanted ? Math.min(last, Number(wanted[1])) : last);
`;
