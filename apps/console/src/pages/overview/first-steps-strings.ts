import { catalogue, message } from '../../language/catalogue.ts';

/** The texts of the first steps of an environment and of sample data; loaded with the overview. */
export const firstSteps = catalogue('firstSteps', {
  title: 'First steps',
  done: message('{done, number} of {all, number} done', 'done: number', 'all: number'),
  isDone: 'Done:',
  hide: 'Hide first steps',
  guide: 'Guide',
  steps: {
    sku: { title: 'Add a SKU', text: 'With the units that you have, by hand or from a file of your shop.' },
    order: { title: 'Take an order', text: 'Its units are allocated at once; units that are out of stock wait.' },
    key: { title: 'Create an API key', text: 'Your shop and your devices authenticate their requests with one.' },
    endpoint: { title: 'Add a webhook endpoint', text: 'Your systems receive every change.' },
    member: { title: 'Invite a member', text: 'Each has a role that says what they may do.' },
  },
  sample: {
    title: 'Sample data',
    offer: 'Four SKUs with stock, and orders in every state, to try the console with.',
    present: 'The SKUs that begin with SAMPLE- and their orders are sample data.',
    add: 'Add sample data',
    adding: message('Adding, {done, number} of {all, number} done', 'done: number', 'all: number'),
    added: 'Sample data was added',
    remove: 'Remove sample data',
    removeText:
      'Open orders of the sample SKUs are cancelled, their units are taken out and the SKUs are archived. Their history stays, as that of all records does.',
    removed: 'Sample data was removed',
  },
});
