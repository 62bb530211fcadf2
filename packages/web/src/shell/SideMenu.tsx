import type { Session } from '@cooperage/contract'
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../app/AppLink.tsx'
import { useCurrentPath } from '../app/navigation.ts'
import { paths } from '../app/paths.ts'
import { Mark } from '../shared/Mark.tsx'
import { ThemeToggle } from '../shared/ThemeToggle.tsx'
import { isWithin, type MenuGroup, menuFor } from './menu.ts'
import classes from './SideMenu.module.css'
import { useLogout } from './use-logout.ts'

interface SideMenuProps {
  session: Session
}

export function SideMenu({ session }: SideMenuProps) {
  const { t } = useTranslation(['shell', 'shared'])
  return (
    <div className={classes.side}>
      <div className={classes.brand}>
        <AppLink to={paths.home()} className={classes.brandLink}>
          <Mark size={26} />
          <span>{t('shared:product')}</span>
        </AppLink>
        <ThemeToggle />
      </div>
      <nav className={classes.nav} aria-label={t('mainMenu')}>
        {menuFor(session.pages).map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </nav>
      <div className={classes.foot}>
        <div className={classes.account} title={session.accountName}>
          <IconUserCircle size={18} stroke={1.6} aria-hidden="true" />
          <span className={classes.srOnly}>{t('signedInAs')}</span>
          <span className={classes.accountName}>{session.accountName}</span>
        </div>
        <LogoutItem />
      </div>
    </div>
  )
}

function Group({ group }: { group: MenuGroup }) {
  const { t } = useTranslation(['shell', 'shared'])
  const path = useCurrentPath()
  const [isOpen, setOpen] = useState(true)
  const listId = useId()
  return (
    <div className={classes.group}>
      <button
        type="button"
        className={classes.groupHead}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {t(`groups.${group.id}`)}
        <IconChevronDown size={14} stroke={2} aria-hidden="true" className={classes.chevron} />
      </button>
      <ul id={listId} className={classes.items} hidden={!isOpen}>
        {group.items.map(({ page, label, icon: Icon }) => (
          <li key={page}>
            <AppLink to={page} className={classes.item} aria-current={isWithin(path, page) ? 'page' : undefined}>
              <Icon size={18} stroke={1.6} aria-hidden="true" />
              {t(`items.${label}`)}
            </AppLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function LogoutItem() {
  const { t } = useTranslation(['shell', 'shared'])
  const { logout, isBusy } = useLogout()
  return (
    <button type="button" className={classes.item} disabled={isBusy} onClick={logout}>
      <IconLogout size={18} stroke={1.6} aria-hidden="true" />
      {t('logout')}
    </button>
  )
}
