import { LOG_SEARCH_FEATURE, type WidgetDefinition } from '@cooperage/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsMaximize, IconFileSearch, IconGripVertical } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { useSession } from '../../session/index.ts'
import type { TimeRange } from '../../shared/charts/time-range.ts'
import classes from '../../shared/charts/widgets.module.css'
import { useDelayed } from '../../shared/use-delayed.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { hasLogs, logLink } from './log-links.ts'
import { useWidget } from './use-widget.ts'
import { WidgetChart } from './WidgetChart.tsx'
import { WidgetDialog } from './WidgetDialog.tsx'

interface WidgetPanelProps {
  definition: WidgetDefinition
  bounds: { start: number; end: number }
  onZoom: (range: TimeRange) => void
  /** Undefined where widgets can't be moved. */
  onMoveKey: ((event: KeyboardEvent) => void) | undefined
}

/** A widget with its title, its states and the button that opens it. */
export function WidgetPanel({ definition, bounds, onZoom, onMoveKey }: WidgetPanelProps) {
  const t = useTexts(['widgets', 'shared'])
  const { open, dialog } = useDialogs({
    values: (close) => <WidgetDialog definition={definition} bounds={bounds} onZoom={onZoom} onClose={close} />,
  })
  const { title, kind } = definition
  const { data, error, isFetching, isPending, refetch } = useWidget(definition, bounds)
  const canSearch = useSession()?.features.includes(LOG_SEARCH_FEATURE) === true
  const isSlow = useDelayed(isPending, 100)
  const id = `widget-${definition.id}`
  return (
    <section className={classes.panel} aria-labelledby={id} data-kind={kind} aria-busy={isPending}>
      <header className={classes.header}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <div className={classes.tools}>
          {onMoveKey && (
            <button
              type="button"
              className={classes.handle}
              aria-label={t('move', { title })}
              aria-description={t('moveHint')}
              title={t('moveHint')}
              onKeyDown={onMoveKey}
            >
              <IconGripVertical size={14} aria-hidden="true" />
            </button>
          )}
          {hasLogs(definition.id) && canSearch && (
            <AppLink
              to={logLink(definition.id, bounds)}
              className={classes.tool}
              aria-label={t('searchLogs', { title })}
              title={t('searchLogsHint')}
            >
              <IconFileSearch size={14} aria-hidden="true" />
            </AppLink>
          )}
          <ActionIcon
            variant="subtle"
            color="neutral"
            size={24}
            aria-label={t('open', { title })}
            title={t('open', { title })}
            onClick={() => open('values')}
          >
            <IconArrowsMaximize size={14} aria-hidden="true" />
          </ActionIcon>
        </div>
      </header>
      <div className={classes.body}>
        {error && (
          <div className={classes.failure} role="alert" title={`${t('failed')}. ${error.message}`}>
            <p>{t('failed')}</p>
            {kind === 'linearGraph' && <p className={classes.reason}>{error.message}</p>}
            <Button variant="default" size="compact-xs" loading={isFetching} onClick={() => void refetch()}>
              {t('shared:retry')}
            </Button>
          </div>
        )}
        {!error && data && <WidgetChart definition={definition} widget={data} bounds={bounds} onZoom={onZoom} />}
        {!error && !data && isSlow && <div className={classes.skeleton} />}
      </div>
      {dialog}
    </section>
  )
}
