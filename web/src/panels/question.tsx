// A question before something is given up that does not come back.

import { signal } from '@preact/signals';
import { live, tip } from '../game/play';
import { Dialog, dialog } from './dialog';

interface Question {
  title: string;
  text: string;
  yes: string;
  no: string;
  act: () => void;
}

const asked = signal<Question | null>(null);

function askFirst(question: Question): void {
  asked.value = question;
  dialog.value = 'question';
}

/** One may look back in a game that is over. */
const isEnded = () => tip.value?.state?.places != null;

/** Does what ends the game being played, if there is one, when that is wanted. */
export function endGameFirst(act: () => void): void {
  if (!live.value || isEnded()) act();
  else
    askFirst({
      title: 'End the game?',
      text: 'Whoever analyses plays the game no further. Its moves stay, its clocks do not.',
      yes: 'Analyse',
      no: 'Play on',
      act,
    });
}

/** Does what throws the changes of the editor away, if there are any, when that is wanted. */
export function endEditingFirst(edited: boolean, act: () => void): void {
  if (!edited) act();
  else
    askFirst({
      title: 'Leave the editor?',
      text: 'What was changed on the board is lost.',
      yes: 'Leave',
      no: 'Edit on',
      act,
    });
}

export function QuestionDialog() {
  const question = asked.value;
  if (!question) return null;
  const close = () => {
    dialog.value = null;
  };
  return (
    <Dialog name="question" title={question.title}>
      <p>{question.text}</p>
      <footer>
        <button
          type="button"
          data-testid="question-yes"
          onClick={() => {
            close();
            question.act();
          }}
        >
          {question.yes}
        </button>
        <button type="button" class="primary" data-testid="question-no" onClick={close}>
          {question.no}
        </button>
      </footer>
    </Dialog>
  );
}
