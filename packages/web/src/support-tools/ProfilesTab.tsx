import {
  formatBytes,
  MAX_SUPPORT_FILE_BYTES,
  PROFILE_KINDS,
  PROFILE_SECONDS,
  type ProfileKind,
  SUPPORT_FILES_FEATURE,
  takeProfiles,
} from '@cooperage/contract'
import { Button, NativeSelect } from '@mantine/core'
import { IconFileAnalytics, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { isBrokenOff } from '../shared/api/api-error.ts'
import { callForBytes } from '../shared/api/call.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { CheckList } from '../shared/live/LiveFilters.tsx'
import { saveFile } from '../shared/save-file.ts'
import { formatDuration } from '../shared/text/durations.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { useDownload } from './use-download.ts'

const SECONDS = [5, 10, 30, 60, PROFILE_SECONDS.max]

/** Profiles of the server's processes, which end with the page. */
export function ProfilesTab() {
  const t = useTexts('supportTools')
  const isOffered = useSession()?.features.includes(SUPPORT_FILES_FEATURE) === true
  const [kinds, setKinds] = useState<readonly ProfileKind[]>(['cpu', 'mem', 'goroutines'])
  const [seconds, setSeconds] = useState(10)
  const { state, start, cancel } = useDownload()
  const isRunning = state.status === 'running'
  const download = async (signal: AbortSignal) => {
    const archive = await callForBytes(takeProfiles, { body: { kinds: [...kinds], seconds } }, signal)
    saveFile(`profiles-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.zip`, archive)
  }
  if (!isOffered) {
    return (
      <EmptyState
        icon={IconFileAnalytics}
        title={t('profiles.notOffered.title')}
        hint={t('profiles.notOffered.hint')}
      />
    )
  }
  return (
    <section className={layout.card} aria-labelledby="profiles">
      <h2 className={layout.heading} id="profiles">
        {t('profiles.title')}
      </h2>
      <p className={layout.note}>{t('profiles.about')}</p>
      <WarningNote>{t('profiles.warning')}</WarningNote>
      <fieldset disabled={isRunning} className={layout.group}>
        <CheckList
          label={t('profiles.kinds')}
          options={PROFILE_KINDS.map((kind) => ({ value: kind, label: t(`profiles.kind.${kind}`) }))}
          chosen={kinds}
          onChange={(kind, isChosen) => setKinds(isChosen ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
        />
      </fieldset>
      <div className={layout.row}>
        <NativeSelect
          aria-label={t('profiles.seconds')}
          disabled={isRunning}
          value={String(seconds)}
          onChange={(event) => setSeconds(Number(event.currentTarget.value))}
          data={SECONDS.map((count) => ({
            value: String(count),
            label: t('calls.secondsValue', { count, number: formatCount(count) }),
          }))}
        />
        {isRunning ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={cancel}>
            {t('profiles.cancel')}
          </Button>
        ) : (
          <ExplainedButton
            leftSection={<IconPlayerPlay size={16} />}
            disabledReason={kinds.length === 0 ? t('profiles.noKind') : undefined}
            onClick={() => void start(download)}
          >
            {t('profiles.start')}
          </ExplainedButton>
        )}
      </div>
      {isRunning && <Running began={state.began} seconds={seconds} />}
      <div role="status" className={layout.notes}>
        {state.status === 'canceled' && <p className={layout.note}>{t('profiles.canceled')}</p>}
        {state.status === 'saved' && <p className={layout.note}>{t('profiles.saved')}</p>}
        {state.status === 'failed' && (
          <WarningNote>
            {isBrokenOff(state.error)
              ? t('profiles.brokenOff', { size: formatBytes(MAX_SUPPORT_FILE_BYTES) })
              : state.error.message}
          </WarningNote>
        )}
      </div>
    </section>
  )
}

function Running({ began, seconds }: { began: number; seconds: number }) {
  const t = useTexts('supportTools')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const left = Math.ceil(seconds - (now - began) / 1000)
  return (
    <>
      <progress max={seconds} value={Math.max(0, seconds - left)} aria-label={t('profiles.progress')} />
      <p className={layout.note}>
        {left > 0 ? t('profiles.running', { time: formatDuration(left) }) : t('profiles.collecting')}
      </p>
    </>
  )
}
