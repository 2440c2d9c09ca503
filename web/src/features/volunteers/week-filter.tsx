import { days } from '@dashboard/contract/coverage'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import { classNames } from '../../ui/class-names.ts'
import { Switch } from '../../ui/switch.tsx'
import { DayHeadings } from './day-headings.tsx'
import { toggled } from './volunteer-choice.ts'

interface WeekFilterProps {
  /** By `Day:Slot`. */
  counts: Readonly<Record<string, number>>
  chosen: readonly string[]
  match: 'any' | 'all'
  onChange: (chosen: { slots: string[]; slotsMatch: 'any' | 'all' }) => void
}

/** Days and time slots as buttons, each with how many could serve then. */
export function WeekFilter({ counts, chosen, match, onChange }: WeekFilterProps) {
  const slots = [...new Set(Object.keys(counts).map(slotOf))].sort(compareTimeSlots)
  return (
    <fieldset className="flex flex-col gap-2 border-b py-3">
      <legend className="contents font-medium">When</legend>
      <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-xs">
        <thead>
          <tr>
            <DayHeadings />
          </tr>
        </thead>
        {slots.map((slot) => (
          <tbody key={slot}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={days.length}
                className="pt-1 text-left font-medium wrap-anywhere"
              >
                {slot}
              </th>
            </tr>
            <tr>
              {days.map((day) => (
                <td key={day}>
                  <SlotButton
                    name={`${day} ${slot}`}
                    count={counts[`${day}:${slot}`] ?? 0}
                    isChosen={chosen.includes(`${day}:${slot}`)}
                    onToggle={() =>
                      onChange({ slots: toggled(chosen, `${day}:${slot}`), slotsMatch: match })
                    }
                  />
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
      <Switch
        label="All of them"
        description="Instead of any of the chosen times"
        checked={match === 'all'}
        onChange={(isAll) => onChange({ slots: [...chosen], slotsMatch: isAll ? 'all' : 'any' })}
      />
    </fieldset>
  )
}

interface SlotButtonProps {
  /** 'Saturday Morning' */
  name: string
  count: number
  isChosen: boolean
  onToggle: () => void
}

function SlotButton({ name, count, isChosen, onToggle }: SlotButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${name}: ${shortCount(count)}`}
      // What is chosen can be given up again.
      disabled={count === 0 && !isChosen}
      onClick={onToggle}
      className={classNames(
        'h-8 w-full rounded-[4px] border disabled:opacity-55 pointer-coarse:h-control',
        isChosen
          ? 'border-control bg-control text-on-control'
          : 'bg-background not-disabled:hover:bg-hover',
      )}
    >
      {shortCount(count)}
    </button>
  )
}

function slotOf(cell: string): string {
  return cell.slice(cell.indexOf(':') + 1)
}

/** Cells are narrow: '12k' for 12,345. */
function shortCount(count: number): string {
  return count < 1_000 ? String(count) : `${Math.floor(count / 1_000)}k`
}
