// Sounds, made on the spot. Owns: what is heard when.

import { prefs } from './prefs';
import { onSettled } from './session';

let context: AudioContext | null = null;

/** A wooden knock: a short decaying tone over a burst of noise. */
function knock(frequency: number, loudness: number, after = 0): void {
  context ??= new AudioContext();
  const at = context.currentTime + after;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(frequency, at);
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.6, at + 0.08);
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.14);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.15);
}

onSettled((node, moved) => {
  if (!moved || !prefs.value.sound) return;
  try {
    if (node.state?.places) {
      for (const [i, tone] of [392, 494, 587].entries()) knock(tone, 0.25, 0.14 * i);
    } else if (node.state && node.state.checks.length > 0) {
      knock(520, 0.3);
      knock(660, 0.25, 0.1);
    } else if (node.move && node.move.takes.length > 0) {
      knock(190, 0.4);
      knock(300, 0.3, 0.04);
    } else {
      knock(260, 0.3);
    }
  } catch {
    // A browser that does not let the page be heard is silent.
  }
});
