import type { Session } from '@cooperage/contract'
import { ActionIcon, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentPath } from '../app/navigation.ts'
import { MessageArea } from '../shared/feedback/MessageArea.tsx'
import { Mark } from '../shared/Mark.tsx'
import { PHONE_QUERY } from '../shared/theme.ts'
import { hidesMenu } from './menu.ts'
import classes from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'

interface ShellProps {
  session: Session
  /** Stands below the page, whatever the page is. */
  dock: ReactNode
  children: ReactNode
}

/** The frame around every page: skip link, side menu (a drawer on a phone), main region. */
export function Shell({ session, dock, children }: ShellProps) {
  const { t } = useTranslation(['shell', 'shared'])
  const path = useCurrentPath()
  const isPhone = useMediaQuery(PHONE_QUERY, window.matchMedia(PHONE_QUERY).matches) === true
  // The drawer is open on one page only: going to another closes it.
  const [drawerPath, setDrawerPath] = useState<string>()
  const isDrawerOpen = drawerPath === path
  const main = useRef<HTMLElement>(null)
  const isMenuHidden = hidesMenu(path)

  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('skip')}
      </button>
      {!isMenuHidden && !isPhone && (
        <aside className={classes.side}>
          <SideMenu session={session} />
        </aside>
      )}
      {!isMenuHidden && isPhone && (
        <nav className={classes.bar} aria-label={t('menuBar')}>
          <ActionIcon
            variant="subtle"
            color="neutral"
            size={40}
            aria-label={t('openMenu')}
            aria-expanded={isDrawerOpen}
            onClick={() => setDrawerPath(path)}
          >
            <IconMenu2 size={22} stroke={1.7} />
          </ActionIcon>
          <Mark size={24} />
          <span className={classes.product}>{t('shared:product')}</span>
          <Drawer.Root
            opened={isDrawerOpen}
            onClose={() => setDrawerPath(undefined)}
            size={285}
            transitionProps={{ duration: 150 }}
          >
            <Drawer.Overlay color="var(--coop-backdrop)" backgroundOpacity={1} />
            <Drawer.Content aria-label={t('mainMenu')}>
              <Drawer.Body className={classes.drawer}>
                <SideMenu session={session} />
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Root>
        </nav>
      )}
      <div className={classes.column}>
        <div className={classes.stage}>
          <main ref={main} id="main" tabIndex={-1} className={classes.main}>
            {children}
          </main>
          <MessageArea />
        </div>
        {dock}
      </div>
    </div>
  )
}
