import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { InfoCard } from '../overlay/InfoCard.tsx'
import classes from './DataTable.module.css'
import { setHidden, useHidden } from './hidden-columns.ts'

interface ColumnChooserProps {
  table: string
  /** All columns of the table; the first cannot be hidden. */
  columns: readonly { id: string; header: string }[]
}

/** Chooses the visible columns of a table; stored in the browser. */
export function ColumnChooser({ table, columns }: ColumnChooserProps) {
  const { t } = useTranslation()
  const hidden = useHidden(table)
  const toggle = (id: string) =>
    setHidden(table, hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
  return (
    <InfoCard
      position="bottom-end"
      width={220}
      button={(opener) => (
        <ActionIcon
          {...opener}
          variant="subtle"
          color="neutral"
          size={28}
          aria-label={t('columns.choose')}
          title={t('columns.choose')}
        >
          <IconColumns3 size={16} />
        </ActionIcon>
      )}
    >
      {() => (
        <fieldset className={classes.chooser}>
          <legend>{t('columns.title')}</legend>
          {columns.slice(1).map(({ id, header }) => (
            <label key={id}>
              <input type="checkbox" checked={!hidden.includes(id)} onChange={() => toggle(id)} />
              {header}
            </label>
          ))}
        </fieldset>
      )}
    </InfoCard>
  )
}
