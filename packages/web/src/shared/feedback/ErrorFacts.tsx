import { useTranslation } from 'react-i18next'
import { AppLink } from '../../navigation/AppLink.tsx'
import type { SimulatorQuery } from '../../navigation/address.ts'
import { simulatorPath } from '../../navigation/paths/policies.ts'
import type { ApiError } from '../api/api-error.ts'
import { explain, refusedRequest, useExplanation } from './explain.ts'
import classes from './feedback.module.css'

interface ErrorFactsProps {
  error: ApiError
  /** Only the way to the explanation: for lists of failures. */
  isShort?: boolean
}

/** Of a failed request: its code, its number in the log of the console, who made it, and the way to its explanation. */
export function ErrorFacts({ error, isShort = false }: ErrorFactsProps) {
  const { t } = useTranslation()
  const { account, canSimulate } = useExplanation()
  const { code, requestId } = error
  if (code === '' && requestId === '') return null
  const request = canSimulate ? refusedRequest(error) : undefined
  return (
    <span className={classes.facts}>
      {!isShort && (
        <>
          {code !== '' && <code>{code}</code>}
          {requestId !== '' && <span>{t('requestId', { id: requestId })}</span>}
          {account !== undefined && <span className={classes.account}>{t('explain.as', { account })}</span>}
        </>
      )}
      {request ? (
        <ExplainLink request={request} />
      ) : (
        account !== undefined && (
          <button type="button" className={classes.explain} onClick={() => explain(error)}>
            {t('explain.open')}
          </button>
        )
      )}
    </span>
  )
}

/** The policy simulator with a refused request in its form. */
export function ExplainLink({ request }: { request: Record<SimulatorQuery, string> }) {
  const { t } = useTranslation()
  return (
    <AppLink to={simulatorPath(request)} title={t('explain.hint')}>
      {t('explain.open')}
    </AppLink>
  )
}
