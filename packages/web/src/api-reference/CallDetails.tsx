import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import classes from './api-reference.module.css'
import type { ApiCall, ApiError } from './openapi.ts'
import { schemaText } from './schema-text.ts'

interface CallDetailsProps {
  call: ApiCall
  needsSession: boolean
  /** Errors that not every call has. */
  errors: readonly ApiError[]
}

/** A call: its address and summary, and expanded its input, its output and its errors. */
export function CallDetails({ call, needsSession, errors }: CallDetailsProps) {
  const t = useTexts('apiReference')
  const [isOpen, setOpen] = useState(false)
  const { method, path, summary, parts, status } = call
  const responds = parts.some(({ name }) => name === 'response' || name === 'message')
  return (
    <details className={classes.call} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code className={classes.address}>
          <span className={classes.method}>{method}</span> {path}
        </code>
        <span className={classes.summary}>{summary}</span>
      </summary>
      {isOpen && (
        <div className={classes.details}>
          {!needsSession && <p>{t('needsNoSession')}</p>}
          {parts.map(({ name, schema }) => (
            <div key={name}>
              <h3>{t(`parts.${name}`, { status })}</h3>
              <pre>
                <code>{schemaText(schema)}</code>
              </pre>
            </div>
          ))}
          {!responds && <p>{t('noBody', { status })}</p>}
          {errors.length > 0 && (
            <>
              <h3>{t('errors')}</h3>
              <ErrorTable errors={errors} label={`${t('errors')}: ${method} ${path}`} />
            </>
          )}
        </div>
      )}
    </details>
  )
}

export function ErrorTable({ errors, label }: { errors: readonly ApiError[]; label: string }) {
  const t = useTexts('apiReference')
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th>{t('code')}</th>
          <th>{t('status')}</th>
          <th>{t('message')}</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ code, status, message }) => (
          <tr key={code}>
            <td>
              <code>{code}</code>
            </td>
            <td>{status}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
