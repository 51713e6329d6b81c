import { strings } from '../../strings.ts';

const { actions: words } = strings;

/** The look and the name of a button that opens a menu. @param of the name of the row whose actions it has; none for the record of a page. */
export function menuButton(of: string | undefined) {
  if (of !== undefined)
    return {
      'data-kind': 'quiet',
      'data-shape': 'dots',
      'aria-label': words.moreOf(of),
      children: <span aria-hidden="true">⋯</span>,
    };
  return {
    'data-kind': 'plain',
    children: (
      <>
        {words.more} <span aria-hidden="true">▾</span>
      </>
    ),
  };
}
