/** When an event of each type is sent, in German, in place of what the API says. A type of a later release has that. */
export const eventMeanings: Readonly<Record<string, string>> = {
  'inventory.updated':
    'Eine Menge einer SKU hat sich geändert: vorhanden, zugeteilt, reserviert oder an einem Lagerort; oder Einheiten wurden gebucht, die eine Zählung schon gefunden hatte. Ein Ereignis je Befehl und SKU, bei beliebig vielen Positionen; was in einem Stapel dieselbe SKU aus demselben Grund ändert, ist ein Ereignis (`versions`). Auch das Anlegen einer SKU löst eines aus.',
  'inventory.low_stock': 'Eine SKU ist unter ihren Meldebestand gefallen. Wird einmal gesendet, bis sie sich davon erholt hat.',
  'inventory.out_of_stock':
    'Die letzte verfügbare Einheit einer SKU wurde entnommen oder zugeteilt. Wird einmal gesendet, bis wieder Einheiten verfügbar sind.',
  'sku.updated':
    'Eine SKU wurde umbenannt, archiviert oder wiederhergestellt, oder Stammlagerort, Meldebestand, Sicherheitsbestand, Barcode, andere Angaben oder Einstellungen für ein Lager wurden geändert.',
  'location.created': 'Ein Lagerort wurde angelegt, durch eine Anfrage oder weil er zum ersten Mal genannt wurde.',
  'location.updated':
    'Ein Lagerort wurde umbenannt, wiederhergestellt oder anders eingestellt, oder der Code eines Lagerorts darüber hat sich geändert.',
  'location.archived': 'Ein Lagerort wurde archiviert, allein oder mit einem darüber.',
  'reservation.expired':
    'Die Zeit einer Reservierung ist abgelaufen, und ihre Einheiten sind wieder frei. Wird eine angelegt, geändert oder bestellt, wird nur `inventory.updated` ihrer SKUs gesendet.',
  'reservation.released': 'Eine Reservierung wurde durch eine Anfrage freigegeben, und ihre Einheiten sind wieder frei.',
  'order.created': 'Eine Bestellung wurde angelegt.',
  'order.updated':
    'Zuteilung, Notiz, Metadaten, Adresse oder Sendungsdaten einer Bestellung haben sich geändert, oder ein Schritt wurde mit 202 beantwortet oder danach abgelehnt; `changed` nennt die Felder.',
  'order.packed': 'Eine Bestellung wurde verpackt.',
  'order.shipped': 'Eine Bestellung wurde versendet, und ihr Bestand ist abgebucht.',
  'order.cancelled': 'Eine Bestellung wurde storniert, und ihre Zuteilung ist frei.',
  'fulfilment.created': 'Ein Teil einer Bestellung wurde geplant, der zusammen verpackt und versendet wird.',
  'fulfilment.updated':
    'Sendungsdaten, Zustellung, Notiz oder Zuteilung einer Sendung haben sich geändert, oder ein Schritt wurde mit 202 beantwortet oder danach abgelehnt; `changed` nennt die Felder.',
  'fulfilment.packed': 'Eine Sendung wurde verpackt.',
  'fulfilment.unpacked': 'Eine verpackte Sendung wurde wieder ausgepackt; ihre Einheiten bleiben zugeteilt.',
  'fulfilment.shipped':
    'Eine Sendung wurde versendet, und ihr Bestand ist abgebucht. `order.shipped` folgt, sobald von der Bestellung nichts mehr offen ist.',
  'fulfilment.cancelled':
    'Eine Sendung wurde storniert; ihre Einheiten sind wieder in der Bestellung, oder frei, wenn diese mit ihr storniert wurde.',
  'return.created': 'Eine Retoure wurde angefragt oder als genehmigt angelegt.',
  'return.updated':
    'Eine Retoure wurde genehmigt oder abgelehnt, über den Verbleib ihrer Einheiten wurde entschieden, oder ein Schritt wurde mit 202 beantwortet oder danach abgelehnt; `changed` nennt die Felder.',
  'return.received': 'Einheiten einer Retoure sind eingegangen oder wurden als fehlend gemeldet.',
  'return.closed': 'Eine Retoure wurde abgeschlossen: Keine ihrer Einheiten wird mehr erwartet.',
  'return.cancelled': 'Eine Retoure wurde storniert, bevor Einheiten eingegangen sind.',
  'scan.completed': 'Ein Scan wurde erfasst. Es sind viele: nur auswählen, wenn sie gebraucht werden.',
  'scan.applied':
    'Die Umbuchung, die ein Scan verlangt hat (`apply: true`), ist gebucht. Folgt auf `scan.completed` dieses Scans.',
  'scan.refused':
    'Die Umbuchung, die ein Scan verlangt hat (`apply: true`), wurde abgelehnt; `data.refusal` nennt den Grund. Folgt auf `scan.completed` dieses Scans.',
  'endpoint.disabled':
    'Ein anderer Endpunkt des Kontos wurde abgeschaltet: Sein Empfänger hat mit 410 geantwortet, oder tagelang war kein Versuch erfolgreich. Seine Ereignisse werden zurückgehalten.',
  'webhook.test': 'Ein Test dieses Endpunkts wurde angefordert. Das Ereignis steht nicht im Feed, und sein `test` ist wahr.',
};
