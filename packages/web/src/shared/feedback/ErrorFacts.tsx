import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import type { SimulatorQuery } from '../../navigation/address.ts'
import { simulatorPath } from '../../navigation/paths/policies.ts'
import type { ApiError } from '../api/api-error.ts'
import { explain, refusedRequest, storageRequestOf, useExplanation } from './explain.ts'
import classes from './feedback.module.css'

interface ErrorFactsProps {
  error: ApiError
  /** In lists of failures no account, or nothing but the way to the explanation. */
  detail?: 'all' | 'code' | 'none'
  /** Whose request it was, if not that of the account of the page. */
  by?: string | undefined
  /** Whether another storage server may have refused it: the policy simulator knows nothing of its policies. */
  isElsewhere?: boolean
}

/** Of a failed request: its code, its number in the log of the console, who made it, and the way to its explanation. */
export function ErrorFacts({ error, detail = 'all', by, isElsewhere = false }: ErrorFactsProps) {
  const t = useTexts()
  const { account, canSimulate } = useExplanation()
  const { code } = error
  const requestId = error.requestId || storageRequestOf(error)
  if (code === '' && requestId === '') return null
  const isOwn = by === undefined || by === account
  const request = canSimulate && !isElsewhere ? refusedRequest(error, isOwn ? undefined : by) : undefined
  return (
    <span className={classes.facts}>
      {detail !== 'none' && code !== '' && <code>{code}</code>}
      {detail !== 'none' && requestId !== '' && <span>{t('requestId', { id: requestId })}</span>}
      {detail === 'all' && account !== undefined && (
        <span className={classes.account}>{t('explain.as', { account })}</span>
      )}
      {request ? (
        <ExplainLink request={request} />
      ) : (
        account !== undefined &&
        isOwn && (
          <button type="button" className={classes.explain} onClick={() => explain(error, isElsewhere)}>
            {t('explain.open')}
          </button>
        )
      )}
    </span>
  )
}

/** The policy simulator with a refused request in its form. */
export function ExplainLink({ request }: { request: Record<SimulatorQuery, string> }) {
  const t = useTexts()
  return (
    <AppLink to={simulatorPath(request)} title={t('explain.hint')}>
      {t('explain.open')}
    </AppLink>
  )
}
