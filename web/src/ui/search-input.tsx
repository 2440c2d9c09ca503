import { Search, X } from 'lucide-react'
import { useRef } from 'react'

interface SearchInputProps {
  /** Names what is searched; also the placeholder unless one is given. */
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

export function SearchInput({ label, placeholder = label, value, onChange }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="relative min-w-0 flex-1">
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onChange('')
        }}
        className="field-box pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="absolute inset-y-0 right-0 flex w-control items-center justify-center text-muted hover:text-text"
        >
          <X className="size-4" />
        </button>
      )}
    </div>
  )
}
