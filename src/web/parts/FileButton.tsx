// A button that asks for a file. The browser's own control would speak the browser's language instead of the page's.
import { useRef } from 'react';
import { Button, type ButtonProps } from './Button';

interface FileButtonProps extends Pick<ButtonProps, 'look'> {
  readonly label: string;
  /** As the attribute of a file input. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Data attributes go to the input. */
export function FileButton({ label, accept, look = 'outline', onFile, ...data }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        {...data}
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Without this, the same file could not be chosen twice.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
