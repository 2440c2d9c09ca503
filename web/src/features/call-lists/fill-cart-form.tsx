import type { CallPlaceKind } from '@dashboard/contract/call-lists'
import { compareNames } from '@dashboard/contract/compare-names'
import { weekdayOf } from '@dashboard/contract/days'
import { localDay } from '@dashboard/contract/local-time'
import { readSlot, type VolunteerFacets } from '@dashboard/contract/volunteers'
import { type FormEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { serverNow } from '../../format/server-clock.ts'
import { callListAddress } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SelectField } from '../../ui/select.tsx'
import { readChoice, slotsOf } from '../volunteers/volunteer-choice.ts'
import { useVolunteerFacets } from '../volunteers/volunteers-queries.ts'
import { useOpenCallList } from './call-lists-queries.ts'
import { nextDay } from './call-texts.ts'

const everybody = readChoice(new URLSearchParams())
const kinds: { value: CallPlaceKind; label: string }[] = [
  { value: 'location', label: 'Cart location' },
  { value: 'circuit', label: 'Circuit' },
]

type Choices = Pick<VolunteerFacets, 'circuit' | 'location' | 'slots'>

/** The choices until they have been loaded, so that the form has its height from the start. */
const none: Choices = { circuit: {}, location: {}, slots: {} }

interface Place {
  kind: CallPlaceKind
  place: string | null
}

/** Returns the place that the address chooses, as in a link from a circuit. */
function useAskedPlace(facets: Choices): Place {
  const [params] = useSearchParams()
  const circuit = params.get('circuit')
  const location = params.get('location')
  const hasLocations = Object.keys(facets.location).length > 0
  const first: CallPlaceKind =
    circuit !== null || (location === null && !hasLocations) ? 'circuit' : 'location'
  return { kind: first, place: circuit ?? location }
}

/** Returns the time of the week that the address chooses, as in a link from the weekly mail. */
function useAskedTime() {
  const [params] = useSearchParams()
  return readSlot(params.get('slots') ?? '')
}

/** Shows the form that chooses a place and a time, and opens their call list. */
export function FillCartForm() {
  const facets = useVolunteerFacets(everybody)?.facets ?? none
  const [, navigate] = useLocation()
  const open = useOpenCallList()
  const askedPlace = useAskedPlace(facets)
  // What is chosen before the choices have been loaded stays chosen.
  const [chosen, setPlace] = useState<Place>()
  const { kind, place: asked } = chosen ?? askedPlace
  const time = useAskedTime()
  const [day, setDay] = useState(() => nextDay(time.day, localDay(serverNow())))
  const [slot, setSlot] = useState<string>()
  const places = Object.keys(facets[kind]).sort(compareNames)
  const slots = slotsOf(facets.slots)
  const place = asked ?? places[0] ?? ''
  const timeSlot = slot ?? slots.find((each) => each === time.timeSlot) ?? slots[0] ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { kind, place, day, timeSlot }
    open.mutate(input, { onSuccess: ({ id }) => navigate(callListAddress(id)) })
  }
  return (
    <Card title="Who can serve?" className="print:hidden">
      <form onSubmit={submit} className="@container">
        <div className="grid items-start gap-4 @md:grid-cols-2 @3xl:grid-cols-[5fr_8fr_5fr_6.5fr_auto]">
          <SelectField
            label="Where"
            options={kinds}
            value={kind}
            onChange={(next) => setPlace({ kind: next, place: null })}
          />
          <SelectField
            label={kind === 'circuit' ? 'Circuit' : 'Cart location'}
            options={places.map(asOption)}
            value={place}
            onChange={(next) => setPlace({ kind, place: next })}
          />
          <Field label="Day" hint={weekdayOf(day)}>
            <Input
              type="date"
              required
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          </Field>
          <SelectField
            label="Time"
            options={slots.map(asOption)}
            value={timeSlot}
            onChange={setSlot}
          />
          <Button
            type="submit"
            variant="primary"
            className="@3xl:mt-7"
            loading={open.isPending}
            disabled={place === '' || timeSlot === '' || day === ''}
          >
            Show who can serve
          </Button>
        </div>
      </form>
    </Card>
  )
}

function asOption(name: string) {
  return { value: name, label: name }
}
