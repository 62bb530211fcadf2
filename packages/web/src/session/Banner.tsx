import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Banner.module.css'

interface BannerProps {
  children: ReactNode
  /** `bad` is a failure, announced at once; `info` tells why the visitor is here. */
  tone?: 'bad' | 'info'
}

/** One sentence above a form. */
export function Banner({ children, tone = 'bad' }: BannerProps) {
  const Icon = tone === 'bad' ? IconAlertTriangle : IconInfoCircle
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={18} stroke={1.8} aria-hidden="true" className={classes.icon} />
      <span>{children}</span>
    </div>
  )
}
