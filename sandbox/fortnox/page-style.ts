/** The ledger look, in the few rules that plain pages need. Colours are the product's tokens. */
export const pageStyle = `
:root{color-scheme:light;--paper:#f7f6f2;--sheet:#fefdfb;--rule:#e1dfda;--rule-strong:#bfbeb7;--edge:#88867e;--margin:#a6c7b4;--ink:#191d19;--ink-2:#4c514b;--ink-3:#656962;--fir:#1f553b;--fir-soft:#e9f3ec;--on-fir:#fbfcf9}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#0f1210;--sheet:#161a17;--rule:#292d29;--rule-strong:#434a44;--edge:#707771;--margin:#365846;--ink:#eeede8;--ink-2:#b6b6b0;--ink-3:#969890;--fir:#84c3a1;--fir-soft:#1d2c23;--on-fir:#0a140f}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:400 14px/20px "Inter Variable",Inter,system-ui,"Segoe UI",sans-serif}
main{padding:24px 24px 64px;max-width:1200px;margin:0 auto}
main.narrow{max-width:480px;padding-top:64px}
h1{font-size:22px;line-height:28px;font-weight:600;letter-spacing:-.014em;margin:0 0 8px}
h2{font-size:16px;line-height:24px;font-weight:600;margin:32px 0 8px}
p{margin:0 0 12px;color:var(--ink-2)}
strong{font-weight:550;color:var(--ink)}
.meta,small{font-size:12px;color:var(--ink-3)}
h2 small{font-weight:400}
a{color:var(--fir)}
:focus-visible{outline:2px solid var(--fir);outline-offset:2px}
nav{display:flex;flex-wrap:wrap;gap:4px 20px;padding:12px 24px;border-bottom:1px solid var(--rule-strong)}
nav a{color:var(--ink-2);text-decoration:none;padding:4px 0}
nav a[aria-current]{color:var(--ink);font-weight:550;border-bottom:2px solid var(--fir)}
.sheet{background:var(--sheet);border-top:1px solid var(--ink);overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:13px}
th{font-size:12px;font-weight:400;color:var(--ink-3);text-align:left;padding:6px 12px;border-bottom:1px solid var(--rule-strong);white-space:nowrap}
td{padding:5px 12px;border-bottom:1px solid var(--rule);height:32px;vertical-align:top}
td:first-child,th:first-child{text-align:right;color:var(--ink-3);border-right:3px double var(--margin);width:64px;white-space:nowrap;font-variant-numeric:tabular-nums}
.amount{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td.amount{word-spacing:-.09em}
.date{white-space:nowrap;font-variant-numeric:tabular-nums}
tr.detail td{height:24px;padding-top:2px;padding-bottom:2px;border-bottom:0;color:var(--ink-2)}
tr.last td{border-bottom:1px solid var(--rule)}
.sum{border-bottom:3px double var(--ink)}
.empty{padding:12px;margin:0;color:var(--ink-3)}
fieldset{border:0;padding:0;margin:16px 0}
legend{font-weight:550;padding:0 0 8px}
.choice{display:flex;align-items:center;gap:12px;min-height:44px;padding:8px 12px;border-bottom:1px solid var(--rule);background:var(--sheet)}
.choice:has(:checked){background:var(--fir-soft);border-bottom-color:var(--fir)}
.choice small{margin-left:auto}
input[type=radio]{accent-color:var(--fir);width:16px;height:16px;margin:0}
.actions{display:flex;gap:12px;margin-top:16px}
button{font:inherit;font-weight:550;min-height:40px;padding:0 20px;border-radius:4px;border:1px solid var(--edge);background:transparent;color:var(--ink);cursor:pointer}
button.primary{background:var(--fir);border-color:var(--fir);color:var(--on-fir)}
`
