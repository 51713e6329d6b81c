import { type ReactNode, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { CodeBlock } from '../../parts/copy.tsx';
import { RECEIVERS } from './receivers.ts';
import { strings } from './webhook-strings.ts';

const { lesson: words } = strings;

/** Teaches what an endpoint is: a receiver that verifies, in four languages. */
export function ReceiverLesson(): ReactNode {
  const [language, setLanguage] = useState<string>(RECEIVERS[0].language);
  return (
    <section className="panel stack" aria-labelledby="lesson">
      <div>
        <h2 id="lesson">{words.title}</h2>
        <p className="quiet">{words.text}</p>
      </div>
      <Tabs selectedKey={language} onSelectionChange={(key) => setLanguage(String(key))}>
        <TabList className="tabs" aria-label={words.languages}>
          {RECEIVERS.map((each) => (
            <Tab key={each.language} id={each.language} className="tab">
              {each.language}
            </Tab>
          ))}
        </TabList>
        {RECEIVERS.map((each) => (
          <TabPanel key={each.language} id={each.language}>
            <CodeBlock code={each.code} label={words.codeIn(each.language)} />
          </TabPanel>
        ))}
      </Tabs>
      <p>
        <a href="/docs/receiving-webhooks" target="_blank" rel="noreferrer">
          {words.more}
        </a>
      </p>
    </section>
  );
}
