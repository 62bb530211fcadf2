import '../messages/en/speed-tests.ts'
import { SPEED_TESTS } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentTab } from '../navigation/navigation.ts'
import { speedTestsPath } from '../navigation/paths/pages.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { useDenied, useSettled } from './index.ts'
import { SpeedTestTab } from './SpeedTestTab.tsx'

/** Tests of how fast the storage server is, one tab for each kind. */
export function SpeedTestsPage() {
  const t = useTexts('speedTests')
  usePageTitle(t('title'))
  const denied = useDenied('', ...SPEED_TESTS)
  // Which tab is first depends on it.
  const isSettled = useSettled('', ...SPEED_TESTS)
  const [isRunning, setIsRunning] = useState(false)
  const wanted = useCurrentTab()
  const allowed = SPEED_TESTS.find((kind) => denied[kind] === undefined) ?? 'object'
  const kind = SPEED_TESTS.find((one) => one === wanted) ?? allowed
  return (
    <div className={layout.page}>
      <PageHeader title={t('title')} below={t('purpose')} />
      <LinkTabs
        label={t('tabs')}
        current={kind}
        tabs={SPEED_TESTS.map((id) => ({
          id,
          label: t(`kinds.${id}`),
          to: speedTestsPath(id),
          // A test ends with its tab.
          disabledReason: denied[id] ?? (isRunning && id !== kind ? t('locked') : undefined),
        }))}
      />
      {isSettled || wanted !== '' ? <SpeedTestTab key={kind} kind={kind} onRunning={setIsRunning} /> : <Loading />}
    </div>
  )
}
