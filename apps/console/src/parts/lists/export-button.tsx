import { type ReactNode, useState } from 'react';
import { saveFile } from '../../api/files.ts';
import { Button } from '../button.tsx';
import { ProblemNotice } from '../problem-notice.tsx';
import { toast } from '../toasts.tsx';
import { bulkRunWords as words } from './bulk-run-strings.ts';

interface ExportButtonProps {
  /** Makes the file of the chosen rows. */
  readonly fileOf: () => Promise<File>;
  readonly isDisabled: boolean;
}

/** A button that saves chosen rows as a file. */
export function ExportButton({ fileOf, isDisabled }: ExportButtonProps): ReactNode {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (): Promise<void> => {
    setIsRunning(true);
    setError(undefined);
    try {
      const file = await fileOf();
      saveFile(file);
      toast(words.saved(file.name));
    } catch (failure) {
      setError(failure);
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <>
      <Button size="small" isDisabled={isDisabled || isRunning} onPress={() => void run()}>
        {isRunning ? words.exporting : words.export}
      </Button>
      <ProblemNotice error={error} />
    </>
  );
}
