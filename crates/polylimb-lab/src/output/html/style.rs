//! The page's dress. Colours are variables, so that dark is a second set of values and nothing else.

pub(super) const CSS: &str = r"
:root{--paper:#fcfcfa;--ink:#1c2126;--soft:#5c6670;--line:#d9dde0;--panel:#f3f4f1;--accent:#0b6e4f;
--good:11,110,79;--bad:190,70,40;--alarm:#a3260f;
--s0:#0b6e4f;--s1:#c2571a;--s2:#2b5fb3;--s3:#8b3a8f;--s4:#7a6a00;--s5:#0f8299;--s6:#b3324f;--s7:#5a5f66;--s8:#3f7d20;--s9:#6848c4}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#e7eaec;--soft:#9aa5ae;--line:#31383e;--panel:#1c2125;
--accent:#5fd3a8;--good:70,190,140;--bad:225,110,80;--alarm:#ff8f78;
--s0:#5fd3a8;--s1:#f2a065;--s2:#7fb0ff;--s3:#d493d8;--s4:#d8c64a;--s5:#5cc9df;--s6:#ff8fa5;--s7:#aab2ba;--s8:#9bd677;--s9:#b39dff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}
main{max-width:1080px;margin:0 auto;padding:2rem 1.1rem 3rem}
h1{font-size:1.75rem;line-height:1.2;margin:.1rem 0 1.2rem;text-wrap:balance}
h2{font-size:1.2rem;margin:2.4rem 0 .5rem}
h2.run{border-top:2px solid var(--line);padding-top:1.5rem;font-size:1.4rem}
h3{font-size:.95rem;margin:1rem 0 .3rem}
.kicker{margin:0;color:var(--accent);font-weight:600;letter-spacing:.02em}
.lead{font-size:1.15rem;margin:.2rem 0}
.summary{border-left:4px solid var(--accent);padding:.2rem 0 .2rem 1rem}
.summary ul{margin:.4rem 0;padding-left:1.2rem}
.fine,.note,footer,.small{color:var(--soft);font-size:.9rem}
.fine,.note{margin:.3rem 0 .6rem}
.alarm{color:var(--alarm);font-weight:600}
.scroll{overflow-x:auto;margin:.4rem 0 .8rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.88rem}
caption{text-align:left;color:var(--soft);padding:.2rem 0;caption-side:top}
th,td{padding:.28rem .6rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
thead th{border-bottom:2px solid var(--soft);font-weight:600}
th.name,td.name{text-align:left;font-weight:400}
tbody th.name{position:sticky;left:0;background:var(--paper)}
tr.group th{text-align:left;padding-top:.8rem;font-weight:600;color:var(--accent);border-bottom:1px solid var(--soft)}
td.group{background:rgba(var(--good),.16)}
td.best{background:rgba(var(--good),.28);font-weight:700}
td.wrong{color:var(--alarm);font-weight:700}
td.none{color:var(--soft)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:1rem}
figure{margin:0;background:var(--panel);border-radius:8px;padding:.7rem .7rem .5rem}
figcaption{font-weight:600;font-size:.95rem;padding:0 .3rem .3rem}
svg{display:block;width:100%;height:auto}
svg text{font:11px system-ui,'DejaVu Sans',sans-serif;fill:var(--soft)}
svg .grid{stroke:var(--line);stroke-width:1}
svg polyline{fill:none;stroke-width:2;stroke-linejoin:round}
svg .dashed{stroke-dasharray:5 4}
svg circle{stroke:var(--panel);stroke-width:1}
svg circle:hover{stroke:var(--ink);stroke-width:2}
.legend{display:flex;flex-wrap:wrap;gap:.15rem .9rem;margin:.3rem .3rem .2rem;padding:0;list-style:none;font-size:.85rem}
.legend i{display:inline-block;width:1.1em;height:.25em;border-radius:2px;vertical-align:.2em;margin-right:.35em}
details{margin:.4rem 0}summary{cursor:pointer}
pre{background:var(--panel);padding:.8rem;border-radius:8px;overflow-x:auto;font-size:.88rem;margin:.4rem 0}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr));gap:0 2rem;margin:.4rem 0}
dl div{display:flex;gap:.8rem;border-bottom:1px solid var(--line);padding:.3rem 0}
dt{color:var(--soft);flex:0 0 8.5rem}dd{margin:0;overflow-wrap:anywhere}
footer{border-top:1px solid var(--line);margin-top:3rem;padding-top:.8rem}
@media (max-width:600px){body{font-size:15px}main{padding:1.2rem .9rem 2rem}h1{font-size:1.4rem}.lead{font-size:1.05rem}th,td{padding:.25rem .45rem}dt{flex-basis:7rem}}
@media print{body{background:#fff}details{display:block}figure{break-inside:avoid}}
";
