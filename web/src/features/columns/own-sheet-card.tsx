import { FileDown, FileUp, TableProperties } from 'lucide-react'
import { useDropzone } from 'react-dropzone'
import { Link } from 'wouter'
import { guideAddress } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CollapsibleSection } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { columnsAddress, useTemplate, useUploadSheet } from './columns-queries.ts'

/** Uploads a file of the user's own, and links to how the columns of the spreadsheet are read (docs/your-data.md). */
export function OwnSheetCard() {
  const upload = useUploadSheet()
  const template = useTemplate()
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    disabled: upload.isPending,
    onDropAccepted: ([file]) => file && upload.mutate(file),
  })
  return (
    <CollapsibleSection
      title="Your own sheet"
      description="A workbook (.xlsx) or CSV file with any titles, in any language. Nothing changes before you have seen how its columns are read."
    >
      <div
        {...getRootProps()}
        className={classNames(
          'flex flex-col items-start gap-3 rounded-control border border-dashed border-outline p-4',
          isDragActive && 'border-primary-text bg-hover',
        )}
      >
        {/* Positioned absolutely: although invisible, it would otherwise add a gap to the column. */}
        <input
          {...getInputProps({ 'aria-label': 'Choose a file to import' })}
          className="absolute"
        />
        <p>
          Drop a file here, or choose one from this device.{' '}
          <a href={guideAddress} className="font-medium text-primary-text hover:underline">
            From a spreadsheet to the first report
          </a>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button icon={<FileUp />} loading={upload.isPending} onClick={open}>
            Choose a file
          </Button>
          <Button
            icon={<FileDown />}
            loading={template.isPending}
            onClick={() => template.mutate()}
          >
            Download a template
          </Button>
        </div>
      </div>
      <Link
        href={columnsAddress({})}
        className="text-link min-h-control gap-2 self-start font-medium"
      >
        <TableProperties className="size-4" />
        Columns of the spreadsheet
      </Link>
    </CollapsibleSection>
  )
}
