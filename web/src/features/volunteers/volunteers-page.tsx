import { ArrowUp, X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { paths, volunteerOfAddress } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { useHasWidth } from '../../ui/has-width.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useIsNarrow } from '../../ui/media-query.ts'
import { Page } from '../../ui/page.tsx'
import { originOf } from '../../ui/page-return.ts'
import { SavedFilters } from './saved-filters.tsx'
import {
  chipsOf,
  readChoice,
  toSearch,
  type VolunteerChoice,
  withoutFilters,
} from './volunteer-choice.ts'
import { useVolunteerColumns } from './volunteer-columns.ts'
import { VolunteerDetails } from './volunteer-details.tsx'
import { VolunteerExport } from './volunteer-export.tsx'
import { VolunteerFilters } from './volunteer-filters.tsx'
import { VolunteerResults } from './volunteer-results.tsx'
import { VolunteerToolbar } from './volunteer-toolbar.tsx'
import { useVolunteerFacets } from './volunteers-queries.ts'

/** From this width on, a person is shown beside the list, and the filters are open. */
const besidePx = 820

/** Shows all volunteers, searched and filtered, and one of them (docs/volunteers.md). */
export function VolunteersPage() {
  const [location, navigate] = useLocation()
  const openId = volunteerOfAddress(location)
  const { choice, search, choose } = useChoice()
  const { ref, hasWidth } = useHasWidth(besidePx)
  const isNarrow = useIsNarrow()
  const returnTo = useLastOpen(openId)
  const listAddress = search === '' ? paths.volunteers : `${paths.volunteers}?${search}`
  const list = (
    <VolunteerList
      choice={choice}
      choose={choose}
      search={search}
      hasWidth={hasWidth}
      openId={openId}
      returnTo={returnTo}
      key="list"
    />
  )
  const isPage = openId !== undefined && !hasWidth
  const origin = openId === undefined ? undefined : originOf(location)
  const back =
    origin && !origin.address.startsWith(paths.volunteers)
      ? { href: origin.address, label: `Back to ${origin.title}` }
      : isPage && { href: listAddress, label: 'Back to Volunteers' }
  return (
    <Page
      title="Volunteers"
      subtitle="Find people, and reach them"
      // On a phone it stands in the toolbar.
      actions={isPage || isNarrow ? undefined : <VolunteerExport choice={choice} />}
      {...(back && { back })}
    >
      {openId === undefined && (
        <p className="hidden print:block">To print this list, use 'Export', 'To print (PDF)'.</p>
      )}
      <div ref={ref} className={hasWidth && openId ? besideClass : undefined}>
        {!isPage && <div className="print:hidden">{list}</div>}
        {openId !== undefined && (
          <VolunteerDetails
            key={openId}
            id={openId}
            onClose={hasWidth ? () => navigate(listAddress) : undefined}
          />
        )}
      </div>
    </Page>
  )
}

const besideClass = 'grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-4 print:block'

/** Returns the choice, which the address contains; Back skips its changes, and returns to it from a person. */
function useChoice() {
  const [params, setParams] = useSearchParams()
  const address = params.toString()
  const choice = useMemo(() => readChoice(new URLSearchParams(address)), [address])
  const choose = useCallback(
    (next: VolunteerChoice) => setParams(new URLSearchParams(toSearch(next)), { replace: true }),
    [setParams],
  )
  return { choice, search: toSearch(choice), choose }
}

/** Returns who was open before the user returned to the list. */
function useLastOpen(openId: string | undefined): string | undefined {
  const [last, setLast] = useState(openId)
  if (openId !== undefined && openId !== last) setLast(openId)
  return openId === undefined ? last : undefined
}

interface VolunteerListProps {
  choice: VolunteerChoice
  choose: (choice: VolunteerChoice) => void
  search: string
  hasWidth: boolean
  openId: string | undefined
  returnTo: string | undefined
}

function VolunteerList({ choice, choose, search, hasWidth, openId, returnTo }: VolunteerListProps) {
  const [columns, toggleColumn] = useVolunteerColumns()
  const facets = useVolunteerFacets(choice)?.facets
  const filters = (
    <>
      <SavedFilters search={search} />
      <VolunteerFilters choice={choice} onChange={choose} facets={facets} />
    </>
  )
  const hasColumn = hasWidth && openId === undefined
  return (
    <div className={hasColumn ? 'grid grid-cols-[16.5rem_minmax(0,1fr)] items-start gap-4' : ''}>
      {hasColumn && (
        <section
          aria-label="Filters"
          className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-card border bg-card px-4"
        >
          {filters}
        </section>
      )}
      <Card className="[--card-pad:16px]!">
        <VolunteerToolbar
          choice={choice}
          choose={choose}
          columns={columns}
          toggleColumn={toggleColumn}
        />
        {!hasWidth && (
          <Collapsible
            summary="Filters"
            className="rounded-control border px-3"
            summaryClassName="font-medium"
          >
            {filters}
          </Collapsible>
        )}
        <FilterChips choice={choice} choose={choose} />
        <VolunteerResults
          choice={choice}
          openId={openId}
          returnTo={returnTo}
          // Beside a person there is room for little more than names.
          columns={openId === undefined ? columns : columns.filter((each) => each === 'phone')}
          onClear={choose}
        />
      </Card>
      <ToTop />
    </div>
  )
}

/** Shows the chosen filters; a click on one removes it. */
function FilterChips({ choice, choose }: Pick<VolunteerListProps, 'choice' | 'choose'>) {
  const chips = chipsOf(choice)
  if (chips.length === 0 && choice.q === '') return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chips.map(({ label, without }) => (
        <button
          key={label}
          type="button"
          aria-label={`Remove filter ${label}`}
          onClick={() => choose(without)}
          className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border bg-background px-3 text-sm hover:bg-hover pointer-coarse:min-h-control"
        >
          <span className="truncate">{label}</span>
          <X className="size-3.5 shrink-0" />
        </button>
      ))}
      <Button variant="quiet" onClick={() => choose(withoutFilters(choice))}>
        Clear filters
      </Button>
    </div>
  )
}

/** After scrolling this many window heights down, a button leads back to the top. */
const farWindows = 2

/** Shows a button that leads back to the top of a long list, where the search and the filters are. */
function ToTop() {
  const [isFar, setIsFar] = useState(false)
  useEffect(() => {
    const update = () => setIsFar(scrollY > farWindows * innerHeight)
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [])
  if (!isFar) return null
  const goUp = () => {
    scrollTo(0, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <IconButton
      label="To the top"
      icon={<ArrowUp />}
      className="fixed right-4 bottom-4 z-10 animate-appear border bg-card shadow-float print:hidden"
      onClick={goUp}
    />
  )
}
