import { formatBytes } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './TransferPanel.module.css'
import { cancelAllUploads, clearUploads, useUploads } from './transfers.ts'
import { UploadRow } from './UploadRow.tsx'
import { summary } from './upload-queue.ts'

/** Rows drawn at most; the rest is counted in the heading. */
const SHOWN_UPLOADS = 100

/**
 * The uploads of this tab, below every page while there are any. The files show while something runs or has failed, or
 * as the user has chosen.
 */
export function TransferPanel() {
  const { t } = useTranslation('transfers')
  const uploads = useUploads()
  const { open, done, failed, sentBytes, totalBytes } = summary(uploads)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? (open > 0 || failed > 0)
  useClosingWarning(open > 0)
  if (uploads.length === 0) return null

  const ended = failed > 0 ? t('title') : t('finished', { count: done })
  const title = open > 0 ? t('running', { count: open }) : ended
  const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100)
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.sums}>
          {open > 0
            ? t('progress', { done: formatBytes(sentBytes), total: formatBytes(totalBytes) })
            : formatBytes(sentBytes)}
          {failed > 0 && ` · ${t('failedOf', { failed })}`}
        </p>
        {open > 0 && <progress className={classes.total} aria-label={title} max={100} value={percent} />}
        <span className={classes.space} />
        <ActionIcon
          variant="subtle"
          color="neutral"
          size={32}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'collapse' : 'expand')}
          title={t(isOpen ? 'collapse' : 'expand')}
          onClick={() => setChosen(!isOpen)}
        >
          <IconChevronDown size={18} stroke={1.7} className={classes.chevron} data-open={isOpen || undefined} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="neutral"
          size={32}
          aria-label={t(open > 0 ? 'cancelAll' : 'clear')}
          title={t(open > 0 ? 'cancelAll' : 'clear')}
          onClick={open > 0 ? cancelAllUploads : clearUploads}
        >
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </div>
      {isOpen && (
        <ul className={classes.list}>
          {uploads
            .slice(-SHOWN_UPLOADS)
            .reverse()
            .map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
        </ul>
      )}
    </section>
  )
}

/** Lets the browser ask before the tab is closed on running uploads. */
function useClosingWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOn])
}
