import {
  Boxes,
  Building2,
  FileSpreadsheet,
  Gauge,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  MapPin,
  ScanBarcode,
  ScrollText,
  ShoppingCart,
  Timer,
  Undo2,
  UserRound,
  Users,
  Webhook,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';

/** The icons of the pages of the navigation, by their paths. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  overview: LayoutDashboard,
  orders: ShoppingCart,
  returns: Undo2,
  stock: Boxes,
  reservations: Timer,
  locations: MapPin,
  station: ScanBarcode,
  scans: ListChecks,
  'import-export': FileSpreadsheet,
  'developers/api-keys': KeyRound,
  'settings/account': Building2,
  'settings/members': Users,
  'settings/limits': Gauge,
  'settings/sign-in': UserRound,
  'settings/audit-log': ScrollText,
  'developers/webhooks': Webhook,
  'developers/event-types': Zap,
};

/** The icon of a page of the navigation, beside its name. */
export function PageIcon({ path }: { readonly path: string }): ReactNode {
  const Icon = ICONS[path];
  return Icon && <Icon size={16} />;
}
