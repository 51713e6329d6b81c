import type { Texts } from '../../language/texts-type.ts';

export const refusals: Texts = {
  duplicate_external_id: 'Die externe ID ist vergeben',
  insufficient_stock: 'Nicht genug Bestand',
  invalid_transition: 'In diesem Status nicht möglich',
  location_archived: 'Ein Lagerort ist archiviert',
  not_found: 'Einen Datensatz gibt es nicht',
  order_on_hold: 'Die Bestellung ist angehalten',
  quantity_exceeded: 'Mehr Einheiten, als es gibt',
  reservation_expired: 'Die Reservierung ist abgelaufen',
  sku_archived: 'Eine SKU ist archiviert',
  storage_limit_reached: 'Ein Limit der Umgebung ist erreicht',
  unknown_location: 'Einen Lagerort gibt es nicht',
  unknown_sku: 'Eine SKU gibt es nicht',
  upstream_unavailable: 'Die Bestandsführung antwortete nicht',
  validation_failed: 'So nicht gültig',
  version_conflict: 'Vorher von anderen geändert',
  wrong_item: 'Der Barcode gehört zu einer anderen SKU',
};
