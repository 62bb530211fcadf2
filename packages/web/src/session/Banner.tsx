import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { type ApiError, isConsoleDown } from '../shared/api/api-error.ts'
import classes from './session.module.css'

interface BannerProps {
  children: ReactNode
  /** `bad` is a failure, announced immediately; `info` explains why the visitor is here. */
  tone?: 'bad' | 'info'
}

/** One sentence above a form. */
export function Banner({ children, tone = 'bad' }: BannerProps) {
  const Icon = tone === 'bad' ? IconAlertTriangle : IconInfoCircle
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden="true" className={classes.icon} />
      <span>{children}</span>
    </div>
  )
}

/** Why the login page can't sign in; one message for every kind of unreachable console (spec core-console 2). */
export function FailureBanner({ error }: { error: ApiError }) {
  const t = useTexts('shared')
  return <Banner>{isConsoleDown(error) ? t('unreachable') : error.message}</Banner>
}
