import type { Texts } from '../texts-type.ts';
import { codes } from './codes.ts';
import { dailyWork } from './daily-work.ts';
import { files } from './files.ts';
import { general } from './general.ts';
import { orders } from './orders.ts';
import { returns } from './returns.ts';
import { station } from './station.ts';
import { warehouse } from './warehouse.ts';
import { webhooks } from './webhooks.ts';

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
  general,
  dailyWork,
  files,
  returns,
  webhooks,
  ...codes,
  ...orders,
  ...warehouse,
  ...station,
};
