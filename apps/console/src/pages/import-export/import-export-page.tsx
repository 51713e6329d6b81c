import '../../styles/operations.css';
import './import-export.css';
import type { ReactNode } from 'react';
import { usePermissions } from '../../api/session.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { ExportPanel } from './export-panel.tsx';
import { strings as words } from './file-strings.ts';
import { ImportPanel } from './import-panel.tsx';

/** Moves the inventory of the environment as a file, in and out. */
export function ImportExportPage(): ReactNode {
  const may = usePermissions();
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <div className="stack">
        {may('inventory:write') && <ImportPanel />}
        <ExportPanel />
        <p>
          <a href="/docs/moving-inventory-by-file">{words.guide}</a>
        </p>
      </div>
    </>
  );
}
