import type { ReactNode } from 'react';
import { strings } from './file-strings.ts';
import type { ChosenFile } from './import-file.ts';

const { import: words } = strings;

/** The first rows of a file as they are, and which of its columns are imported. */
export function Preview({ chosen: { columns, rows } }: { readonly chosen: ChosenFile }): ReactNode {
  if (columns.length === 0) return null;
  return (
    <div className="table-frame">
      <section className="table-scroll" tabIndex={0} aria-label={words.preview}>
        <table className="table preview" aria-label={words.preview}>
          <thead>
            <tr>
              {columns.map(({ name, use }, index) => (
                <th key={`${index} ${name}`} scope="col" data-use={use}>
                  {name}
                  {use !== 'imported' && <span className="detail">{words.column[use]}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={`${row} ${cells.join(',')}`}>
                {columns.map(({ name, use }, index) => (
                  <td key={`${index} ${name}`} data-use={use}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
