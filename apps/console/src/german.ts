import type { Texts } from './language/texts-type.ts';
import { files } from './pages/import-export/file-strings.de.ts';
import { labels } from './pages/labels/label-strings.de.ts';
import { locations } from './pages/locations/location-strings.de.ts';
import { bulk } from './pages/orders/bulk/bulk-strings.de.ts';
import { orderEntry } from './pages/orders/entry/entry-strings.de.ts';
import { fulfilments } from './pages/orders/fulfilments/fulfilment-strings.de.ts';
import { holds } from './pages/orders/holds/hold-strings.de.ts';
import { orders } from './pages/orders/order-strings.de.ts';
import { pickLists } from './pages/orders/pick-list/pick-strings.de.ts';
import { refusals } from './pages/orders/refusal-strings.de.ts';
import { returns } from './pages/orders/returns/return-strings.de.ts';
import { firstSteps } from './pages/overview/first-steps-strings.de.ts';
import { overview } from './pages/overview/overview-strings.de.ts';
import { reservations } from './pages/reservations/reservation-strings.de.ts';
import { scanQueue } from './pages/scans/queue-strings.de.ts';
import { scans } from './pages/scans/scan-strings.de.ts';
import { station } from './pages/scans/station/station-strings.de.ts';
import { settings } from './pages/settings/settings-strings.de.ts';
import { skuBulk } from './pages/stock/bulk/sku-bulk-strings.de.ts';
import { ledger } from './pages/stock/ledger-strings.de.ts';
import { skuForm } from './pages/stock/sku-form-strings.de.ts';
import { stock } from './pages/stock/stock-strings.de.ts';
export { eventMeanings } from './pages/webhooks/form/event-meanings.de.ts';
import { webhooks } from './pages/webhooks/webhook-strings.de.ts';
import { camera } from './parts/camera/camera-strings.de.ts';
import { fields } from './parts/fields/field-strings.de.ts';
import { bulkRun } from './parts/lists/bulk-run-strings.de.ts';
import { paper } from './parts/paper/paper-strings.de.ts';
import { scanning } from './parts/scanning/scanning-strings.de.ts';
import { finder } from './shell/finder/finder-strings.de.ts';
import { general } from './strings.de.ts';

/**
 * The German texts by catalogue. Actions are infinitives (Speichern, Bestellung anlegen), and readers are not addressed. One word each:
 * allocated zugeteilt · available verfügbar · backordered Rückstand · bin Fach · cancel stornieren · delivery Zustellung · endpoint Endpunkt ·
 * event Ereignis · fulfilment, shipment Sendung · hold Sperre, anhalten · home location Stammlagerort · key Schlüssel · ledger Bestandsjournal ·
 * line Position · location Lagerort · on hand vorhanden · order Bestellung · pack verpacken · packing slip Lieferschein · pick entnehmen ·
 * pick list Kommissionierliste · reorder point Meldebestand · reserved reserviert · return Retoure · safety stock Sicherheitsbestand ·
 * secret Geheimnis · ship versenden · SKU SKU · stock Bestand · tracking number Sendungsnummer · transfer umbuchen · unit Einheit ·
 * warehouse Lager · webhook endpoint Webhook-Endpunkt.
 */
export const german: Readonly<Record<string, Texts>> = {
  bulk,
  bulkRun,
  camera,
  fields,
  files,
  finder,
  firstSteps,
  fulfilments,
  general,
  holds,
  labels,
  ledger,
  locations,
  orderEntry,
  orders,
  overview,
  paper,
  pickLists,
  refusals,
  reservations,
  returns,
  scanQueue,
  scanning,
  scans,
  settings,
  skuBulk,
  skuForm,
  station,
  stock,
  webhooks,
};
