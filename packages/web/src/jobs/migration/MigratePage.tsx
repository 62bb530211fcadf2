import { useStepFocus } from '../../shared/use-step-focus.ts'
import '../../messages/en/migration.ts'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useServers } from '../../servers/index.ts'
import layout from '../../shared/layout.module.css'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { AccountsCard } from './accounts/AccountsCard.tsx'
import { LeftKeys } from './accounts/NewKeysNote.tsx'
import { CheckStep } from './CheckStep.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import { FIRST_CHOICE } from './choice.ts'
import { MigrationList } from './MigrationList.tsx'

/** Copies buckets of this storage server to another one: what is chosen, what becomes of it, and how it went. */
export function MigratePage() {
  const t = useTexts('migration')
  usePageTitle(t('title'))
  const here = useServers().find(({ isHere }) => isHere)
  const [choice, setChoice] = useState(FIRST_CHOICE)
  const [isChecking, setChecking] = useState(false)
  const step = useStepFocus<HTMLDivElement>(isChecking ? 'check' : 'choose', 'section')
  return (
    <div className={layout.page}>
      <PageHeader title={t('title')} below={t('purpose', { source: plainName(here?.title ?? '') })} />
      <LeftKeys />
      <div ref={step}>
        {isChecking ? (
          <CheckStep
            choice={choice}
            onBack={(started) => {
              setChoice({ ...choice, buckets: new Set([...choice.buckets].filter((bucket) => !started.has(bucket))) })
              setChecking(false)
            }}
            onStarted={() => {
              setChoice({ ...choice, buckets: new Set() })
              setChecking(false)
            }}
          />
        ) : (
          <ChooseStep choice={choice} onChange={setChoice} onCheck={() => setChecking(true)} />
        )}
      </div>
      {choice.server !== '' && !isChecking && <AccountsCard key={choice.server} server={choice.server} />}
      <MigrationList />
    </div>
  )
}
