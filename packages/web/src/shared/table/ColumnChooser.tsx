import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { lazyPart } from '../lazy-part.ts'
import { InfoCard } from '../overlay/InfoCard.tsx'
import type { Column } from './columns.tsx'
import { loadColumnList } from './loaders.ts'

export interface ColumnListProps {
  table: string
  /** All columns of the table; the first can't be hidden or moved. */
  columns: readonly Pick<Column<unknown>, 'id' | 'header' | 'isHiddenAtFirst' | 'width'>[]
  /** What the table is drawn in, with the present widths. */
  drawn: RefObject<HTMLElement | null>
}

const ColumnList = lazyPart(loadColumnList)

/** Opens the list in which the columns of a table are chosen, moved and made wider. */
export function ColumnChooser(props: ColumnListProps) {
  const t = useTexts()
  return (
    <InfoCard
      position="bottom-end"
      width={340}
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
      {() => <ColumnList {...props} />}
    </InfoCard>
  )
}
