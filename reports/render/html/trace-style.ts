/** The style that a trace page adds to that of the report. */
export const traceStyle = `
main.run, header, footer { max-width: 96rem; }
.controls { display: flex; gap: .6rem; align-items: center; position: sticky; top: 0; z-index: 2; padding: .6rem 0; background: var(--back); }
.controls[hidden] { display: none; }
.controls input { flex: 1; min-width: 6rem; padding: 0; }
.controls output { min-width: 9rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.parts { display: grid; grid-template-columns: minmax(0, 3fr) minmax(20rem, 2fr); gap: 1.5rem; align-items: start; }
.parts .scroll { max-height: calc(100vh - 5rem); overflow: auto; }
.lanes thead th { position: sticky; top: 0; z-index: 1; }
.lanes tbody tr.row { cursor: pointer; } .lanes tr.row.current > * { background-color: var(--amber-back); }
.lanes tr.row.later .step { opacity: .45; }
.lanes tr.remark td { font-size: .875rem; color: var(--amber); min-width: 0; padding: 0; border-top: 0; border-bottom: 0; }
.lanes tr.remark td[colspan] { border: 0; padding: .3rem .7rem; background-color: var(--amber-back); }
.lanes td.outside, .lanes td.bracket { min-width: 1.4rem; width: 1.4rem; padding: 0; border-top: 0; border-bottom: 0; }
.lanes td.bracket { background: linear-gradient(var(--red), var(--red)) .35rem 0 / 3px 100% no-repeat; }
.lanes td.bracket.first { background: linear-gradient(var(--red), var(--red)) .35rem 50% / .9rem 3px no-repeat, linear-gradient(var(--red), var(--red)) .35rem 100% / 3px 50% no-repeat; }
.lanes td.bracket.last { background: linear-gradient(var(--red), var(--red)) .35rem 50% / .9rem 3px no-repeat, linear-gradient(var(--red), var(--red)) .35rem 0 / 3px 50% no-repeat; }
.lanes td.bracket.first.last { background: linear-gradient(var(--red), var(--red)) .35rem 35% / .9rem 3px no-repeat, linear-gradient(var(--red), var(--red)) .35rem 50% / 3px 30% no-repeat, linear-gradient(var(--red), var(--red)) .35rem 65% / .9rem 3px no-repeat; }
.states h2 { font-size: 1.05rem; margin: .2rem 0 .6rem; }
.states section + section { margin-top: 1.5rem; } .scripted .states section { margin: 0; }
table.state { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .85rem; }
table.state th, table.state td { padding: .15rem .6rem; } table.state td:last-child { white-space: nowrap; font-family: system-ui, sans-serif; font-size: .8rem; }
table.state tr.record th { color: var(--soft); background: var(--back); padding-top: .5rem; }
table.state tr.changed > * { background: var(--amber-back); }
.read { color: var(--blue); } .wrote { color: var(--amber); font-weight: 600; }
@media (max-width: 60rem) { .parts { grid-template-columns: minmax(0, 1fr); } .parts .scroll { max-height: none; } }
`;
