/** The style of the page: system fonts, light and dark scheme, one column on a phone, everything unfolded in print. */
export const style = `
:root {
  color-scheme: light dark;
  --back: #fbfbfa; --card: #fff; --text: #1d2126; --soft: #59616b; --line: #dcdfe3; --code: #f1f3f5; --link: #0b57b0;
  --red: #a8201a; --red-back: #fdeceb; --green: #1a6b3a; --green-back: #e7f5ec; --amber: #7a4d00; --amber-back: #fff3d6;
  --blue: #234f9e; --blue-back: #e8effb; --gray-back: #eef0f2; --mark: #ffd9a0; --mark-text: #1d2126;
}
@media screen and (prefers-color-scheme: dark) { :root {
  --back: #14171a; --card: #1b1f24; --text: #e4e7ea; --soft: #a3abb5; --line: #343a42; --code: #232930; --link: #8ab8ff;
  --red: #ff9d96; --red-back: #3d1c1b; --green: #85d6a2; --green-back: #17331f; --amber: #f2c063; --amber-back: #392b10;
  --blue: #a3c3ff; --blue-back: #1b2a47; --gray-back: #262b31; --mark: #7a4f00; --mark-text: #fff3dc;
} }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main, header, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.75rem; }
h1 { font-size: 1rem; font-weight: 600; margin: 0; color: var(--soft); }
h2 { font-size: 1.35rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
h4 { font-size: .95rem; margin: 1.25rem 0 .4rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre, .code, .pre, .cell, .state { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre, .pre { margin: 0; padding: .6rem .8rem; background: var(--code); border-radius: 6px; white-space: pre-wrap; }
.note { color: var(--soft); font-size: .9rem; margin: .4rem 0; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:not(:focus) { position: absolute; left: -100rem; }

.verdict { font-size: 1.3rem; line-height: 1.4; margin: .5rem 0; padding: .8rem 1rem; border-radius: 8px; border-left: 6px solid; }
.verdict strong { display: block; font-size: 1.6rem; }
.verdict ul { margin: .2rem 0 0; padding-left: 1.2rem; font-size: 1rem; }
.verdict.violated { color: var(--red); background: var(--red-back); }
.verdict.holds { color: var(--green); background: var(--green-back); }
.verdict.unknown { color: var(--amber); background: var(--amber-back); }
.about { display: flex; flex-wrap: wrap; gap: .2rem 1.75rem; margin: .9rem 0; }
.about div { display: flex; gap: .4rem; }
.about dt { color: var(--soft); flex: none; } .about dd { margin: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; list-style: none; margin: 0; padding: 0; }

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: .8rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; }
.card h3 { margin: 0 0 .4rem; } .card ul { margin: .3rem 0; padding-left: 1.1rem; font-size: .925rem; }
.card.away { border-style: dashed; }
.bar { display: block; width: 100%; margin: .3rem 0 .5rem; border-radius: 5px; background: var(--gray-back); }
.bar .matches { fill: #3a9a60; } .bar .diverged { fill: #d0453e; } .bar .no-verdict { fill: #d99a1c; } .bar .skipped { fill: #98a1ab; }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; font-size: .925rem; background: var(--card); }
th, td { padding: .4rem .7rem; border: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: break-word; }
thead th { color: var(--soft); font-weight: 600; background: var(--back); }
tbody th { font-weight: 500; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
.matrix td, .models td { white-space: nowrap; } td { min-width: 5rem; } .models td:last-child { white-space: normal; min-width: 7rem; }
.matrix th:first-child { position: sticky; left: 0; background: var(--back); z-index: 1; }
.matrix td a { display: block; margin: -.4rem -.7rem; padding: .4rem .7rem; color: inherit; font-weight: 600; }
td.new, .badge.new { color: var(--red); background: var(--red-back); }
td.matches, .badge.matches { color: var(--green); background: var(--green-back); }
td.no-verdict, .badge.no-verdict { color: var(--amber); background: var(--amber-back); }
td.known, .badge.known { color: var(--blue); background: var(--blue-back); }
td.advisory, .badge.advisory, td.skipped { color: var(--soft); background: var(--gray-back); }
td.empty { color: var(--soft); }

form { display: flex; flex-wrap: wrap; gap: .5rem .9rem; align-items: end; margin: .5rem 0; }
form[hidden], [hidden], #pages[hidden] { display: none; }
label { font-size: .85rem; color: var(--soft); }
select, input, button { font: inherit; font-size: .95rem; color: var(--text); background: var(--card); border: 1px solid var(--soft); border-radius: 6px; padding: .3rem .5rem; min-height: 2.3rem; max-width: 100%; }
label select, label input { display: block; }
button { cursor: pointer; } button:disabled { cursor: default; opacity: .5; }
#pages { display: flex; flex-wrap: wrap; gap: .8rem; align-items: center; margin: .8rem 0; }

.entry { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--soft); border-radius: 8px; margin: .6rem 0; }
.entry.new { border-left-color: var(--red); } .entry.known { border-left-color: var(--blue); }
.entry > summary { padding: .7rem 1rem; cursor: pointer; }
.entry > summary h3, .entry > summary h4 { display: inline; font-size: 1.02rem; margin: 0 .2rem; }
.entry .meta { display: block; margin: .25rem 0 0 1rem; color: var(--soft); font-size: .9rem; }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 4px; font-size: .85rem; font-weight: 600; white-space: nowrap; }
.severity.critical { color: var(--red); font-weight: 600; } .severity.major { color: var(--amber); font-weight: 600; }
.body { padding: 0 1rem 1rem; }
.because { max-width: 48rem; }
.accepted { margin: .6rem 0; padding: .5rem .8rem; color: var(--blue); background: var(--blue-back); border-radius: 6px; }
.body dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: .8rem 0; }
dt { color: var(--soft); } .body dd { margin: 0; } dd .code { display: inline-block; max-width: 100%; }
.copy { display: flex; gap: .5rem; align-items: stretch; } .copy pre { flex: 1; min-width: 0; }
.rest > summary, .fold > summary, .plain > summary { cursor: pointer; color: var(--link); font: .875rem system-ui, sans-serif; }
.rest .whole { max-height: 20rem; overflow: auto; white-space: pre-wrap; }
.plain { margin-top: .8rem; }

.diff { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.line { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.line.head { background: var(--back); color: var(--soft); font-size: .85rem; font-weight: 600; }
.line.head span { padding: .2rem .6rem; }
.line > :nth-child(2) { border-left: 1px solid var(--line); }
.cell { padding: 0 .6rem 0 1.6rem; white-space: pre-wrap; position: relative; min-height: 1.3rem; }
.cell.minus { background: var(--green-back); } .cell.plus { background: var(--red-back); } .cell.none { background: var(--gray-back); }
.cell.minus::before, .cell.plus::before { position: absolute; left: .5rem; }
.cell.minus::before { content: "\\2212"; } .cell.plus::before { content: "+"; }
.fold > summary { padding: .1rem .6rem; background: var(--code); }
mark { background: var(--mark); color: var(--mark-text); border-radius: 2px; padding: 0 .1em; }

.lanes td.lane { min-width: 8rem; text-align: center; vertical-align: middle; border-top: 0; border-bottom: 0; background: linear-gradient(var(--line), var(--line)) center / 2px 100% no-repeat; }
.lanes .step { display: inline-block; padding: .3rem .6rem; background: var(--blue-back); color: var(--blue); border: 1px solid; border-radius: 6px; }
.lanes .change { white-space: nowrap; } .lanes .end td { color: var(--red); background: var(--red-back); font-weight: 600; }
ol li { margin: .4rem 0; }
footer { margin-top: 3rem; padding-bottom: 2rem; color: var(--soft); font-size: .9rem; }

@media (max-width: 45rem) {
  main, header, footer { padding: 0 .8rem; } header { padding-top: 1rem; }
  .verdict { font-size: 1.05rem; } .verdict strong { font-size: 1.3rem; }
  .body dl { grid-template-columns: 1fr; gap: 0; } .body dd { margin: 0 0 .5rem; }
  .line { grid-template-columns: 1fr; } .line.head { display: none; }
  .line > :nth-child(2) { border-left: 0; } .line.same > :nth-child(2), .cell.none { display: none; }
  label { flex: 1 1 9rem; } label select, label input { width: 100%; }
  .entry .meta { margin-left: 0; } .copy { flex-direction: column; }
}
@media print {
  :root { color-scheme: light; }
  body { background: #fff; font-size: 11px; } form, nav, button, .skip { display: none !important; }
  .scroll { overflow: visible; } .entry, .card, tr { break-inside: avoid-page; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  td, th { white-space: normal !important; overflow-wrap: anywhere; min-width: 0 !important; padding: .2rem .35rem; }
  .rest .whole { max-height: none; }
  * { print-color-adjust: exact; }
}
`;
