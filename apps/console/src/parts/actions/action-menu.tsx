import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { strings } from '../../strings.ts';
import type { RecordAction } from './record-action.ts';

interface ActionMenuProps {
  readonly actions: readonly RecordAction[];
  readonly size: 'small' | 'normal';
}

/** A button that opens a menu of actions. */
export function ActionMenu({ actions, size }: ActionMenuProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<RecordAction>();
  const button = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (chosen === undefined) return;
    setChosen(undefined);
    // A dialog gives the focus back to what has it when it opens: an item of the menu is gone by then.
    button.current?.focus();
    if ('to' in chosen) void navigate({ to: chosen.to, search: chosen.search ?? {} });
    else chosen.onPress();
  }, [chosen, navigate]);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button ref={button} className="button" data-kind="plain" data-size={size}>
        {strings.actions.more} <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="menu-window" placement="bottom end" offset={4}>
        <Menu
          className="menu"
          onAction={(id) => {
            setIsOpen(false);
            setChosen(actions.find((action) => action.id === id));
          }}
        >
          {actions.map(({ id, title, label, kind = 'plain', isDisabled = false }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={title}
              isDisabled={isDisabled}
              className={`menu-item ${kind}`}
              {...(label === undefined ? {} : { 'aria-label': label })}
            >
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
