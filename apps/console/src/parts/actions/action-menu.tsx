import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, RouterProvider } from 'react-aria-components';
import { menuButton } from './menu-button.tsx';
import type { RecordAction, RecordPage, RecordStep } from './record-action.ts';

interface ActionMenuProps {
  readonly actions: readonly RecordAction[];
  readonly size: 'small' | 'normal';
  /** The name of the row that the actions are of; none for the record of a page. */
  readonly of?: string | undefined;
}

/** A button that opens a menu of actions; those that lead to a page are links, which can be opened in another tab. */
export function ActionMenu({ actions, size, of }: ActionMenuProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<RecordStep>();
  const button = useRef<HTMLButtonElement>(null);
  const router = useRouter();
  const hrefOf = ({ to, search = {} }: RecordPage): string => router.buildLocation({ to, search }).publicHref;
  useEffect(() => {
    if (chosen === undefined) return;
    setChosen(undefined);
    // A dialog gives the focus back to what has it when it opens: an item of the menu is gone by then.
    button.current?.focus();
    chosen.onPress();
  }, [chosen]);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button ref={button} className="button" data-size={size} {...menuButton(of)} />
      <Popover className="menu-window" placement="bottom end" offset={4}>
        <RouterProvider navigate={(href) => router.history.push(href)}>
          <Menu
            className="menu"
            onAction={(id) => {
              setIsOpen(false);
              const action = actions.find((each) => each.id === id);
              if (action && !('to' in action)) setChosen(action);
            }}
          >
            {actions.map((action) => itemOf(action, hrefOf))}
          </Menu>
        </RouterProvider>
      </Popover>
    </MenuTrigger>
  );
}

/** An item of the menu; the menu reads its items as elements, not by what a component makes of them. */
function itemOf(action: RecordAction, hrefOf: (page: RecordPage) => string): ReactNode {
  const { id, title, label, kind = 'plain' } = action;
  const offReason = 'to' in action ? undefined : action.offReason;
  return (
    <MenuItem
      key={id}
      id={id}
      textValue={title}
      isDisabled={offReason !== undefined}
      className={`menu-item ${kind}`}
      {...('to' in action ? { href: hrefOf(action) } : {})}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {title}
      {offReason !== undefined && <span className="menu-reason"> {offReason}</span>}
    </MenuItem>
  );
}
