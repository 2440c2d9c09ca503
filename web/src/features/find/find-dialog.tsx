import {
  CirclePlay,
  CircleQuestionMark,
  FileText,
  type LucideIcon,
  MapPin,
  PanelsTopLeft,
  Phone,
  Search,
  UserRound,
  UsersRound,
  X,
} from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { placeText } from '../../format/place-text.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ContactText } from '../../ui/contact-text.tsx'
import type { Closable } from '../../ui/dialog.tsx'
import { closeButtonClass, dialogOverlayClass } from '../../ui/dialog-classes.ts'
import { useEscapeKey } from '../../ui/escape-key.ts'
import { rowAfterKey } from '../../ui/list-rows.ts'
import { useOpenReport } from '../reports/report-downloads.ts'
import { useRunSync } from '../sync/sync-queries.ts'
import { contactLinks } from '../volunteers/contact-links.ts'
import { BySound } from '../volunteers/volunteer-parts.tsx'
import { countText, type FindEntry, type FindKind } from './find-entries.ts'
import { useFind } from './find-queries.ts'

interface FindDialogProps extends Closable {
  open: boolean
  /** Opens the help about a topic; without one, about the screen. */
  onShowHelp: (topic?: string) => void
}

/** Shows one box for people, places, reports, pages, actions and help. */
export function FindDialog({ open, onClose, onShowHelp }: FindDialogProps) {
  const opener = useRef<Element | null>(null)
  const chosen = useRef<FindEntry>(undefined)
  const choose = useFindChoice(onShowHelp)
  return (
    <Primitive.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={dialogOverlayClass} />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
            chosen.current = undefined
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // What is chosen takes the focus, which a page behind an open dialog cannot.
            if (chosen.current) choose(chosen.current)
            else if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          className={classNames(
            'fixed inset-x-4 top-4 z-40 mx-auto flex max-w-xl flex-col border bg-surface-raised shadow-float md:top-[12vh]',
            'max-h-[calc(100dvh-32px)] rounded-card animate-rise md:max-h-[76vh]',
          )}
        >
          <Primitive.Title className="sr-only">Find</Primitive.Title>
          <FindBox
            onClose={onClose}
            onChoose={(entry) => {
              chosen.current = entry
              onClose()
            }}
          />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The keys for the list; Home and End stay with the text. */
const listKeys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp']

interface FindBoxProps extends Closable {
  onChoose: (entry: FindEntry) => void
}

/** Shows a text field and its results. The focus stays in the field while the arrow keys move through the results. */
function FindBox({ onChoose, onClose }: FindBoxProps) {
  useEscapeKey(onClose)
  const [text, setText] = useState('')
  const found = useFind(text)
  const { entries } = found
  const [activeId, setActiveId] = useState<string>()
  const active = Math.max(
    0,
    entries.findIndex(({ id }) => id === activeId),
  )
  const chooseSoon = useChoiceWhenFound(found, onChoose)
  const listId = useId()
  const optionId = (index: number) => `${listId}-${index}`

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter, and in some browsers the key after it, belongs to the input method that is composing.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const entry = entries[active]
      if (found.isSearching && activeId === undefined) chooseSoon()
      else if (entry) onChoose(entry)
      return
    }
    const target = listKeys.includes(event.key)
      ? rowAfterKey(event.key, active, entries.length)
      : undefined
    if (target === undefined) return
    event.preventDefault()
    setActiveId(entries[target]?.id)
  }
  return (
    <>
      <div className="flex items-center gap-2 border-b px-4 py-2">
        <Search className="size-4.5 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Find people, places, reports and pages"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Find people, places, reports, pages"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActiveId(undefined)
          }}
          onKeyDown={onKeyDown}
          className="min-h-control min-w-0 grow bg-transparent outline-none"
        />
        <Primitive.Close aria-label="Close" className={classNames(closeButtonClass, 'my-0!')}>
          <X className="size-4" />
        </Primitive.Close>
      </div>
      {/* This element owns the options; the links for calls are beside these. */}
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
        aria-busy={found.isSearching}
        aria-owns={entries.map((_, index) => optionId(index)).join(' ') || undefined}
      />
      <div className="min-h-32 overflow-y-auto p-2">
        {entries.map((entry, index) => (
          <FindOption
            key={entry.id}
            id={optionId(index)}
            entry={entry}
            position={index + 1}
            count={entries.length}
            isActive={index === active}
            onChoose={() => onChoose(entry)}
          />
        ))}
      </div>
      <p role="status" className="border-t px-4 py-2 text-xs text-muted">
        {statusOf(found)}
      </p>
    </>
  )
}

function statusOf({ entries, total, isSearching, hasFailed }: ReturnType<typeof useFind>): string {
  if (isSearching) return 'Searching...'
  const count = countText(total, entries.length)
  return hasFailed ? `${count}. People and reports could not be searched.` : count
}

/** Chooses the first result when Enter was pressed before the results arrived. */
function useChoiceWhenFound(
  { entries, isSearching }: ReturnType<typeof useFind>,
  onChoose: (entry: FindEntry) => void,
): () => void {
  const [isWanted, setIsWanted] = useState(false)
  const [first] = entries
  useEffect(() => {
    if (!isWanted || isSearching) return
    setIsWanted(false)
    if (first) onChoose(first)
  }, [isWanted, isSearching, first, onChoose])
  return () => setIsWanted(true)
}

const icons: Readonly<Record<FindKind, LucideIcon>> = {
  Person: UserRound,
  Page: PanelsTopLeft,
  Action: CirclePlay,
  Circuit: MapPin,
  Congregation: UsersRound,
  Report: FileText,
  Help: CircleQuestionMark,
}

interface FindOptionProps {
  /** The id of the element with the role of an option. */
  id: string
  entry: FindEntry
  position: number
  count: number
  isActive: boolean
  onChoose: () => void
}

/** Shows a result and, for a person with a telephone number, a link beside it that calls the number. */
function FindOption({ id, entry, position, count, isActive, onChoose }: FindOptionProps) {
  const { kind, label, person } = entry
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const Icon = icons[kind]
  const call = person && contactLinks(person.mobilePhone, null).call
  return (
    <div
      ref={row}
      className={classNames(
        'flex items-center gap-2 rounded-control pr-2',
        isActive ? 'bg-primary-soft text-on-primary-soft' : 'hover:bg-hover',
      )}
    >
      {/* The focus stays in the text field, whose keys move among the options. */}
      <button
        type="button"
        id={id}
        tabIndex={-1}
        role="option"
        aria-selected={isActive}
        aria-setsize={count}
        aria-posinset={position}
        onClick={onChoose}
        className="flex min-h-12 min-w-0 grow items-center gap-3 px-3 py-1.5 text-left"
      >
        <Icon className="size-4.5 shrink-0 text-muted" />
        <span className="min-w-0 grow">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{label}</span>
            {person?.isBySound && <BySound />}
          </span>
          <span className="block truncate text-xs text-muted">
            {/* Shown beside the name where there is room. */}
            {call && (
              <span className="text-text sm:hidden">
                <ContactText text={person.mobilePhone ?? ''} /> ·{' '}
              </span>
            )}
            {detailOf(entry)}
          </span>
        </span>
      </button>
      {call && (
        <a
          href={call}
          aria-label={`Call ${label}, ${person.mobilePhone}`}
          // Tab moves from the text field to the link of the row that the arrow keys have reached.
          tabIndex={isActive ? 0 : -1}
          className={buttonClass('secondary', 'shrink-0')}
        >
          <Phone />
          <span className="max-sm:sr-only">
            <ContactText text={person.mobilePhone ?? ''} />
          </span>
        </a>
      )}
    </div>
  )
}

/** Returns 'Person · Park · NY-2'. */
function detailOf({ kind, detail, person }: FindEntry): string {
  const place = person && placeText(person)
  const phone = person && person.mobilePhone === null ? 'No phone number' : ''
  return [kind, place, phone, detail].filter((part) => part).join(' · ')
}

/** Carries out a result: opens a page, the PDF or the help, or runs the action. */
function useFindChoice(onShowHelp: FindDialogProps['onShowHelp']): (entry: FindEntry) => void {
  const [, navigate] = useLocation()
  const { open } = useOpenReport()
  const sync = useRunSync()
  return ({ target }) => {
    if ('href' in target) return navigate(target.href)
    if ('open' in target) return open(target.open)
    if ('help' in target) return onShowHelp(target.help)
    if (target.run === 'help') return onShowHelp()
    sync.mutate('export-and-import')
    // This page shows the sync, and can cancel it.
    navigate(paths.sync)
  }
}
