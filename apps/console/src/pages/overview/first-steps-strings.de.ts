import type { Texts } from '../../language/texts-type.ts';

export const firstSteps: Texts = {
  title: 'Erste Schritte',
  done: '{done, number} von {all, number} erledigt',
  isDone: 'Erledigt:',
  hide: 'Erste Schritte ausblenden',
  guide: 'Anleitung',
  steps: {
    sku: { title: 'SKU hinzufügen', text: 'Mit den vorhandenen Einheiten, von Hand oder aus einer Datei des Shops.' },
    order: {
      title: 'Bestellung aufnehmen',
      text: 'Ihre Einheiten werden sofort zugeteilt und warten auf Bestand, wo welche fehlen.',
    },
    key: { title: 'API-Schlüssel erstellen', text: 'Shop und Geräte weisen sich bei ihren Anfragen damit aus.' },
    endpoint: { title: 'Webhook-Endpunkt hinzufügen', text: 'Eigene Systeme erfahren von jeder Änderung.' },
    member: { title: 'Mitglied einladen', text: 'Die Rolle legt fest, was ein Mitglied darf.' },
  },
  sample: {
    title: 'Beispieldaten',
    offer: 'Vier SKUs mit Bestand und Bestellungen in jedem Status, um die Konsole auszuprobieren.',
    present: 'Die SKUs, die mit SAMPLE- beginnen, und ihre Bestellungen sind Beispieldaten.',
    add: 'Beispieldaten hinzufügen',
    adding: 'Wird hinzugefügt, {done, number} von {all, number} erledigt',
    added: 'Beispieldaten wurden hinzugefügt',
    remove: 'Beispieldaten entfernen',
    removeText:
      'Offene Bestellungen der Beispiel-SKUs werden storniert, ihre Einheiten ausgebucht und die SKUs archiviert. Ihr Verlauf bleibt wie bei allen Datensätzen.',
    removed: 'Beispieldaten wurden entfernt',
  },
};
