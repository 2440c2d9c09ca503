import { getHealth } from '@dashboard/contract/health'
import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  ChevronRight,
  HeartPulse,
  type LucideIcon,
  Palette,
  ScrollText,
  Users,
} from 'lucide-react'
import { Link } from 'wouter'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/page.tsx'

interface Section {
  path: string
  title: string
  description: string
  icon: LucideIcon
}

const sections: readonly Section[] = [
  {
    path: paths.users,
    title: 'User Management',
    description: 'Create, edit and manage accounts and permissions',
    icon: Users,
  },
  {
    path: paths.monitoring,
    title: 'Monitoring Controls',
    description: 'System status and job sync',
    icon: Activity,
  },
  {
    path: paths.branding,
    title: 'Brand Settings',
    description: 'Appearance and branding',
    icon: Palette,
  },
]

const more: readonly Section[] = [
  {
    path: paths.audit,
    title: 'Audit Log',
    description: 'Who did what, when and from where',
    icon: ScrollText,
  },
  {
    path: paths.system,
    title: 'System',
    description: 'How server, jobs, data and backups are',
    icon: HeartPulse,
  },
]

export function SettingsPage() {
  return (
    <Page title="Settings" subtitle="User Management & System Configuration">
      <ul className="grid gap-4 md:grid-cols-3">
        {sections.map((section) => (
          <SectionCard key={section.path} {...section} />
        ))}
      </ul>
      <ul className="grid gap-4 sm:grid-cols-2">
        {more.map((section) => (
          <MoreLink key={section.path} {...section} />
        ))}
      </ul>
      <ProgramVersion />
    </Page>
  )
}

const shortCommitLength = 7

/** Shows the version, which a bug report has to name. */
function ProgramVersion() {
  const { data } = useQuery(endpointQuery(getHealth))
  return (
    data && (
      <footer className="text-xs wrap-anywhere text-muted">
        Version {data.version}
        {data.commit !== 'unknown' && `, build ${data.commit.slice(0, shortCommitLength)}`}
      </footer>
    )
  )
}

function SectionCard({ path, title, description, icon: Icon }: Section) {
  return (
    <li className="group relative flex items-start gap-4 rounded-card border bg-card p-5 transition-colors duration-150 hover:border-border-strong md:flex-col md:p-6">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-primary-soft text-primary-text">
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 grow">
        <h2 className="text-base font-semibold">
          {/* The whole card is the link's area. */}
          <Link href={path} className="after:absolute after:inset-0 after:rounded-card">
            {title}
          </Link>
        </h2>
        <p className="mt-1 text-muted">{description}</p>
      </div>
      <ChevronRight className="size-5 shrink-0 self-center text-muted md:absolute md:top-8 md:right-6" />
    </li>
  )
}

function MoreLink({ path, title, description, icon: Icon }: Section) {
  return (
    <li className="relative flex items-center gap-3 rounded-card border px-5 py-3 transition-colors duration-150 hover:border-border-strong">
      <Icon className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <Link href={path} className="font-medium after:absolute after:inset-0 after:rounded-card">
          {title}
        </Link>
        <p className="text-xs text-muted">{description}</p>
      </div>
      <ChevronRight className="size-4 shrink-0 text-muted" />
    </li>
  )
}
