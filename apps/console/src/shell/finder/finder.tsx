import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  Autocomplete,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  SearchField,
  Text,
} from 'react-aria-components';
import { useEnvironment } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { finderWords as words } from './finder-strings.ts';
import { type Hit, useHits } from './hits.ts';

/** A window that finds orders, SKUs, locations and pages by what is typed, and opens what is chosen. */
export function Finder({ onClose }: { readonly onClose: () => void }): ReactNode {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const { hits, isLooking, isCutOff } = useHits(wanted);
  const open = ({ path, params = {}, search = {} }: Hit): void => {
    onClose();
    void navigate({ to: `/$environment/${path}`, params: { environment, ...params }, search });
  };
  return (
    <Dialog title={words.title} onClose={onClose} isWide>
      <div>
        <Autocomplete inputValue={typed} onInputChange={setTyped}>
          <SearchField className="field">
            <Label>{words.field}</Label>
            <Input className="input" data-first />
            <Text slot="description" className="hint">
              {words.hint}
            </Text>
          </SearchField>
          <p className="hint" role="status">
            {isLooking && words.looking}
            {!isLooking && isCutOff && words.more}
            {!isLooking && !isCutOff && hits.length === 0 && words.nothing(wanted)}
          </p>
          <ListBox
            aria-label={words.results}
            className="finder-hits"
            onAction={(key) => {
              const hit = hits.find((each) => keyOf(each) === key);
              if (hit) open(hit);
            }}
          >
            {[...Map.groupBy(hits, ({ kind }) => kind)].map(([kind, some]) => (
              <ListBoxSection key={kind} id={kind}>
                <Header>{words.kinds[kind]}</Header>
                {some.map((hit) => (
                  <ListBoxItem key={keyOf(hit)} id={keyOf(hit)} textValue={hit.title}>
                    <span>{hit.title}</span>
                    {hit.detail !== undefined && <span className="detail">{hit.detail}</span>}
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            ))}
          </ListBox>
        </Autocomplete>
      </div>
    </Dialog>
  );
}

const keyOf = ({ kind, id }: Hit): string => `${kind} ${id}`;
