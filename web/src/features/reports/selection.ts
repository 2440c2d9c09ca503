/** The choice in the Generate Reports card, as a pure reducer (docs/behavior.md#generate-reports). */

export type ReportKind = 'circuit' | 'congregation'

/** The three searchable lists of the card. */
type ListName = 'circuits' | 'congregations' | 'bulkCircuits'

type CircuitCongregations = Readonly<Record<string, readonly string[]>>

export interface Selection {
  readonly kind: ReportKind
  readonly circuits: ReadonlySet<string>
  readonly congregations: ReadonlySet<string>
  /** 'Bulk Select by Circuits' is on. */
  readonly isBulk: boolean
  readonly searches: Readonly<Record<ListName, string>>
}

export type SelectionAction =
  | { type: 'chooseKind'; kind: ReportKind }
  | { type: 'search'; list: ListName; text: string }
  | {
      type: 'select'
      list: 'circuits' | 'congregations'
      names: readonly string[]
      checked: boolean
    }
  /** Ticks or unticks whole circuits in the list of congregations. */
  | {
      type: 'selectByCircuits'
      circuits: readonly string[]
      checked: boolean
      congregationsOf: CircuitCongregations
    }
  | { type: 'switchBulk'; isOn: boolean }
  /** The job for reports of this kind has been started. */
  | { type: 'generated'; kind: ReportKind }

export const emptySelection: Selection = {
  kind: 'circuit',
  circuits: new Set(),
  congregations: new Set(),
  isBulk: false,
  searches: { circuits: '', congregations: '', bulkCircuits: '' },
}

export function reduceSelection(state: Selection, action: SelectionAction): Selection {
  switch (action.type) {
    case 'chooseKind':
      return { ...emptySelection, kind: action.kind }
    case 'search':
      return { ...state, searches: { ...state.searches, [action.list]: action.text } }
    case 'select':
      return {
        ...state,
        [action.list]: withNames(state[action.list], action.names, action.checked),
      }
    case 'selectByCircuits': {
      const names = action.circuits.flatMap((circuit) => action.congregationsOf[circuit] ?? [])
      return { ...state, congregations: withNames(state.congregations, names, action.checked) }
    }
    case 'switchBulk':
      return {
        ...state,
        isBulk: action.isOn,
        searches: { ...state.searches, bulkCircuits: '' },
      }
    case 'generated':
      return { ...state, [listOf(action.kind)]: new Set() }
  }
}

function withNames(
  names: ReadonlySet<string>,
  changed: readonly string[],
  checked: boolean,
): ReadonlySet<string> {
  const next = new Set(names)
  for (const name of changed) {
    if (checked) next.add(name)
    else next.delete(name)
  }
  return next
}

function listOf(kind: ReportKind): 'circuits' | 'congregations' {
  return kind === 'circuit' ? 'circuits' : 'congregations'
}

/** Returns the chosen names that can still be chosen, in the list's order: an import may have removed some. */
export function chosenNames(
  selection: Selection,
  options: Readonly<Record<'circuits' | 'congregations', readonly string[]>>,
): string[] {
  const list = listOf(selection.kind)
  return options[list].filter((name) => selection[list].has(name))
}

/** Returns which circuits are chosen as a whole, and which in part, from the chosen congregations. */
export function circuitsChosen(
  congregations: ReadonlySet<string>,
  congregationsOf: CircuitCongregations,
): { whole: ReadonlySet<string>; partial: ReadonlySet<string> } {
  const whole = new Set<string>()
  const partial = new Set<string>()
  for (const [circuit, names] of Object.entries(congregationsOf)) {
    const chosen = names.reduce((count, name) => count + (congregations.has(name) ? 1 : 0), 0)
    if (chosen === 0) continue
    if (chosen === names.length) whole.add(circuit)
    else partial.add(circuit)
  }
  return { whole, partial }
}
