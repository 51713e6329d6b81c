// Search and buttons that copy code. Without this script every page can still be read.
const form = document.querySelector('.search');
const field = form.querySelector('input');
const found = form.querySelector('#found');
const status = found.querySelector('[role=status]');
const list = found.querySelector('ol');

/** Loads the index once, when the field is first used. */
let loading;
const load = () =>
  (loading ??= Promise.all([
    import('/docs/minisearch.js'),
    fetch('/docs/search-index.json').then((answer) => answer.json()),
  ]).then(
    ([{ default: MiniSearch }, { index, options }]) => MiniSearch.loadJS(index, options),
    (error) => {
      loading = undefined;
      throw error;
    },
  ));

const MOST_SHOWN = 12;

async function search() {
  const text = field.value.trim();
  if (text === '') {
    found.hidden = true;
    return;
  }
  try {
    const index = await load();
    if (text === field.value.trim()) show(index.search(text).slice(0, MOST_SHOWN));
  } catch {
    show([]);
    status.textContent = 'The search could not be loaded. Try again in a moment.';
  }
}

function show(hits) {
  list.replaceChildren(
    ...hits.map(({ id, title, within }) => {
      const link = Object.assign(document.createElement('a'), { href: id });
      const place = Object.assign(document.createElement('span'), { textContent: within });
      link.append(title, place);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  status.textContent = hits.length === 0 ? 'Nothing found.' : `${hits.length === MOST_SHOWN ? 'First ' : ''}${hits.length} found`;
  found.hidden = false;
}

/** Arrow keys move between the field and the results, Escape closes them. */
function move(event) {
  const stops = [field, ...list.querySelectorAll('a')];
  const place = stops.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    found.hidden = true;
    field.focus();
  } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !found.hidden) {
    event.preventDefault();
    stops[(place + (event.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length].focus();
  }
}

form.hidden = false;
field.addEventListener('focus', () => load().catch(() => undefined), { once: true });
field.addEventListener('input', () => void search());
form.addEventListener('keydown', move);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
list.addEventListener('click', () => (found.hidden = true));
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) found.hidden = true;
});
document.addEventListener('keydown', (event) => {
  const isWriting = event.target.closest('input, textarea, select, [contenteditable]');
  if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});

for (const block of navigator.clipboard ? document.querySelectorAll('.text pre') : []) {
  const frame = Object.assign(document.createElement('div'), { className: 'code' });
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' });
  const say = (text) => {
    button.textContent = text;
    setTimeout(() => (button.textContent = 'Copy'), 2_000);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.textContent).then(
      () => say('Copied'),
      () => say('Not copied'),
    );
  });
  block.replaceWith(frame);
  frame.append(button, block);
}

/** The language that was chosen last, on every page; without storage, on this one. */
const LANGUAGE = 'docs.language';
const choices = document.querySelectorAll('.tabs input');
const choose = (language) => {
  for (const choice of choices) if (choice.value === language) choice.checked = true;
};
try {
  choose(localStorage.getItem(LANGUAGE));
} catch {
  // The browser keeps nothing.
}
for (const choice of choices)
  choice.addEventListener('change', () => {
    const top = choice.getBoundingClientRect().top;
    choose(choice.value);
    // Code above it may be longer now.
    scrollBy(0, choice.getBoundingClientRect().top - top);
    try {
      localStorage.setItem(LANGUAGE, choice.value);
    } catch {
      // As above.
    }
  });
