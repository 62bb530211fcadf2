import { IconPlus } from '@tabler/icons-react'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { RefreshButton } from '../../shared/RefreshButton.tsx'
import tab from './TabList.module.css'

interface TabBarProps {
  isBusy: boolean
  onRefresh: () => void
  addLabel: string
  disabledReason: string | undefined
  /** Undefined until the list is loaded; the button is then omitted. */
  onAdd: (() => void) | undefined
}

/** The buttons above the table of a bucket tab. */
export function TabBar({ isBusy, onRefresh, addLabel, disabledReason, onAdd }: TabBarProps) {
  const plus = <IconPlus size={16} />
  return (
    <div className={tab.bar}>
      <RefreshButton isBusy={isBusy} onClick={onRefresh} />
      {onAdd && (
        <ExplainedButton leftSection={plus} disabledReason={disabledReason} onClick={onAdd}>
          {addLabel}
        </ExplainedButton>
      )}
    </div>
  )
}
