import { type FormEvent, useState } from 'react';
import type { ChosenColumns, UnknownTable } from '../../../../packages/address-files/found-people.ts';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/text-field.tsx';
import { formatNumber, t } from '../../../lib/words.tsx';
import styles from './bring-in.module.css';

const COLUMNS_SHOWN = 12;
const CHARACTERS_SHOWN = 40;

interface ChooseColumnsProps {
  table: UnknownTable;
  busy: boolean;
  onChoose: (columns: ChosenColumns) => void;
}

export function ChooseColumns({ table: { rows, likely }, busy, onChoose }: ChooseColumnsProps) {
  const [columns, setColumns] = useState(likely);
  const count = Math.min(COLUMNS_SHOWN, Math.max(...rows.map(({ length }) => length)));
  const [first = [], second = [], third = []] = rows;
  const shown = [...new Set([...Array.from({ length: count }, (_, at) => at), likely.email])];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onChoose(columns);
  };
  const field = (label: string, of: keyof ChosenColumns, none?: string) => (
    <SelectField
      label={label}
      value={String(columns[of] ?? '')}
      onText={(value) => setColumns({ ...columns, [of]: value === '' ? null : Number(value) })}
    >
      {none ? <option value="">{none}</option> : null}
      {shown.map((at) => (
        <option key={at} value={at}>
          {`${formatNumber(at + 1)}: ${first[at]?.slice(0, CHARACTERS_SHOWN) || t('empty')}`}
        </option>
      ))}
    </SelectField>
  );
  return (
    <form className="stack" onSubmit={submit}>
      <p>{t('We do not know this table. These are its columns, with their first rows: which is which?')}</p>
      <table className={styles.columns}>
        <tbody>
          {shown.map((column) => (
            <tr key={column}>
              <th scope="row">{formatNumber(column + 1)}</th>
              <td dir="auto">{first[column]?.slice(0, CHARACTERS_SHOWN)}</td>
              <td dir="auto">{second[column]?.slice(0, CHARACTERS_SHOWN)}</td>
              <td dir="auto">{third[column]?.slice(0, CHARACTERS_SHOWN)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {field(t('The e-mail address is in'), 'email')}
      {field(t('The name is in'), 'name', t('No column'))}
      {field(t('The last name, if it stands apart'), 'family', t('No column'))}
      <div className="actions">
        <Button type="submit" busy={busy}>
          {t('Go on')}
        </Button>
      </div>
    </form>
  );
}
