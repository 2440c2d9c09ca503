import { productName } from '@dashboard/contract/product-name'
import {
  Activity,
  FileText,
  LayoutDashboard,
  PhoneCall,
  RefreshCw,
  Settings,
  Users,
} from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { BrandLogo } from '../features/brand/brand-logo.tsx'
import { syncPageName } from '../format/installation.ts'
import { isOneOf, paths } from '../paths.ts'
import { useSession } from '../session/session-context.tsx'
import { classNames } from '../ui/class-names.ts'
import { Tooltip } from '../ui/tooltip.tsx'

/** The pages below a link are those below its own address, unless `below` names others. */
const links = [
  { path: paths.dashboard, label: 'Dashboard', icon: LayoutDashboard, below: paths.anyCircuit },
  { path: paths.sync, label: syncPageName, icon: RefreshCw },
  { path: paths.monitor, label: 'Monitor', icon: Activity },
  { path: paths.reports, label: 'Reports', icon: FileText },
  { path: paths.volunteers, label: 'Volunteers', icon: Users },
  { path: paths.calls, label: 'Fill a Cart', icon: PhoneCall },
  { path: paths.settings, label: 'Settings', icon: Settings, adminOnly: true },
]

interface SidebarLinksProps {
  /** Shows only icons, with their names in tooltips. */
  isCollapsed?: boolean
  onNavigate?: () => void
}

export function SidebarLinks({ isCollapsed = false, onNavigate }: SidebarLinksProps) {
  const [location] = useLocation()
  const { user } = useSession()
  const shown = links.filter(({ adminOnly }) => !adminOnly || user?.role === 'admin')
  return (
    <>
      <Tooltip text={isCollapsed ? productName : undefined} side="right">
        <Link
          href={paths.dashboard}
          onClick={onNavigate}
          aria-label={isCollapsed ? productName : undefined}
          aria-current={location === paths.dashboard ? 'page' : undefined}
          className={classNames(
            'flex h-header shrink-0 items-center gap-3 border-b focus-visible:-outline-offset-2',
            isCollapsed ? 'justify-center' : 'px-4',
          )}
        >
          <BrandLogo className={isCollapsed ? 'size-8' : 'size-9'} />
          {!isCollapsed && (
            <span className="min-w-0">
              <span className="block truncate text-base font-semibold">{productName}</span>
              <span className="block truncate text-xs text-muted">Analytics & Reporting</span>
            </span>
          )}
        </Link>
      </Tooltip>
      <nav aria-label="Main">
        <ul className="flex flex-col gap-1 py-3">
          {shown.map(({ path, label, icon: Icon, below }) => {
            const isActive = location === path || isOneOf(below ?? `${path}/*`, location)
            return (
              <li key={path}>
                <Tooltip text={isCollapsed ? label : undefined} side="right">
                  <Link
                    href={path}
                    onClick={onNavigate}
                    aria-label={isCollapsed ? label : undefined}
                    aria-current={isActive ? 'page' : undefined}
                    className={classNames(
                      'flex min-h-10 items-center gap-3 border-l-3 font-medium pointer-coarse:min-h-11',
                      'transition-colors duration-150 focus-visible:-outline-offset-2',
                      isCollapsed ? 'justify-center pr-[3px]' : 'px-4',
                      isActive
                        ? 'border-control bg-primary-soft text-primary-text'
                        : 'border-transparent hover:bg-hover',
                    )}
                  >
                    <Icon className="size-4.5 shrink-0" />
                    {!isCollapsed && <span className="truncate">{label}</span>}
                  </Link>
                </Tooltip>
              </li>
            )
          })}
        </ul>
      </nav>
    </>
  )
}
