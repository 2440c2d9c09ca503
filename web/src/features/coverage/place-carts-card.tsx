import { countOf } from '@dashboard/contract/counts'
import type { CartCoverage } from '@dashboard/contract/coverage'
import { Link } from 'wouter'
import { fillCartAddress, volunteersAddress } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlaceFilters } from './covered-places.ts'

interface PlaceCartsCardProps {
  carts: readonly CartCoverage[]
  filters: PlaceFilters
}

/** Shows the cart locations of a place's volunteers; each links to the volunteers who serve there. */
export function PlaceCartsCard({ carts, filters }: PlaceCartsCardProps) {
  return (
    <Card
      title="Cart locations"
      actions={
        <Link
          href={fillCartAddress({ circuit: filters.circuit })}
          className="inline-flex min-h-8 items-center rounded-control text-primary-text hover:underline pointer-coarse:min-h-control"
        >
          Fill a cart
        </Link>
      }
    >
      {carts.length === 0 ? (
        <EmptyState title="No cart locations">Nobody here has a cart location.</EmptyState>
      ) : (
        <ul aria-label="Cart locations" className="max-h-80 overflow-y-auto">
          {carts.map(({ name, volunteers }) => (
            <li key={name} className="border-b last:border-b-0">
              <Link
                href={volunteersAddress({ ...filters, location: name })}
                className="flex min-h-control flex-wrap items-center justify-between gap-x-3 py-1 hover:underline"
              >
                <span className="min-w-0 font-medium wrap-anywhere text-primary-text">{name}</span>
                <span className="text-muted">{countOf(volunteers, 'volunteer')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
