import { ErrorFacts } from '../../shared/feedback/ErrorFacts.tsx'
import '../../messages/en/policies.ts'
import { simulatePolicies } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import layout from '../../shared/layout.module.css'
import { ActionName } from '../simulator/ActionName.tsx'
import { Conditions } from '../simulator/Conditions.tsx'
import { SimulationView } from '../simulator/SimulationView.tsx'
import { missingIn, type SimulationForm, toSimulation } from '../simulator/simulation-form.ts'
import { visualStatements } from './statements.ts'
import classes from './visual.module.css'

const ASK_AFTER_MS = 400
type Request = Pick<SimulationForm, 'action' | 'resource' | 'conditions'>

interface LiveSimulationProps {
  text: string
  /** The bucket whose policy it is: the request is anonymous then. '' for a policy of accounts. */
  bucket: string
}

/** What the policy decides about a request, again after each change. */
export function LiveSimulation({ text, bucket }: LiveSimulationProps) {
  const t = useTexts(['policyEditor', 'policies'])
  const [isOpen, setOpen] = useState(false)
  const [request, setRequest] = useState<Request>({
    action: 's3:GetObject',
    resource: bucket && `${bucket}/example.txt`,
    conditions: [],
  })
  const form: SimulationForm = {
    ...request,
    kind: bucket === '' ? 'document' : 'bucket-policy',
    ...{ name: '', policy: text, bucket, sessionPolicy: undefined },
  }
  const [settled] = useDebouncedValue(JSON.stringify(form), ASK_AFTER_MS)
  const asked = JSON.parse(settled) as SimulationForm
  // Of S3, only the list of all buckets is about none.
  const hasPlace = asked.resource.trim() !== '' || !/^s3:(?!ListAllMyBuckets$)/.test(asked.action.trim())
  const canAsk = isOpen && hasPlace && missingIn(asked) === undefined && visualStatements(asked.policy) !== undefined
  const { data, error } = useApiQuery(simulatePolicies, toSimulation(asked), { enabled: canAsk })
  const change = (part: Partial<Request>) => setRequest({ ...request, ...part })
  return (
    <details
      className={classes.panel}
      // Nothing is asked before somebody looks.
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('simulate')}</summary>
      <div className={classes.panelContent}>
        {bucket !== '' && <p className={layout.note}>{t('simulateAnonymous')}</p>}
        <ActionName action={request.action} onChange={(action) => change({ action })} />
        <TextInput
          label={t('policies:simulator.resource')}
          description={t('policies:simulator.resourceHint')}
          value={request.resource}
          onChange={(event) => change({ resource: event.currentTarget.value })}
        />
        <Conditions conditions={request.conditions} onChange={(conditions) => change({ conditions })} />
        {canAsk && error && (
          <p role="alert">
            {error.message} <ErrorFacts error={error} detail="code" />
          </p>
        )}
        {canAsk && data && <SimulationView result={data} request={asked} />}
      </div>
    </details>
  )
}
