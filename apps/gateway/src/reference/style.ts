/** The style of the pages beside the browsable reference, which brings its own. */
export const referenceStyle = `:root { color-scheme: light; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1b2733; background: #fff; }
header { background: #16324f; }
nav { max-width: 80rem; margin: 0 auto; padding: .75rem 1.25rem; display: flex; flex-wrap: wrap; gap: 1.5rem; }
nav a { color: #fff; }
.text { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
.text a { color: #0b5cad; }
.text article { border-top: 1px solid #d7dee6; }
.text article:target { background: #fff8dc; }
.text h2 a { color: inherit; text-decoration: none; }
.text .facts { color: #51606e; }
.text table { border-collapse: collapse; }
.text th, .text td { text-align: left; padding: .25rem 1.5rem .25rem 0; }
.text pre { overflow-x: auto; padding: 1rem; background: #f3f6f9; }
.text code { font-family: ui-monospace, monospace; }
`;
