// Listens for webhooks on port 4000, or on PORT. WEBHOOK_SECRET is the secret of the endpoint; two, with a comma between them, during a rotation.
import { WebhookReceiver } from '@fulfilment/client';

const receiver = new WebhookReceiver({
  secrets: process.env.WEBHOOK_SECRET?.split(','),
  onError: (error) => console.error(String(error)),
})
  .on('order.shipped', (event) => console.log(`${event.data.id} left with ${event.data.carrier ?? 'some carrier'}`))
  .on('inventory.low_stock', (event) => console.log(`order more of ${event.data.sku}`))
  .onOther((event) => console.log(event.type));

const { port } = await receiver.listen(Number(process.env.PORT ?? 4000));
console.log(`listening on http://localhost:${port}`);
