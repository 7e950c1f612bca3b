// SPDX-License-Identifier: MIT
// Asks the page's engine, without a browser: node engine_answers.mjs ENGINE_FOLDER < SCENES > ANSWERS
// A line of SCENES is a scene.json, a line of ANSWERS the page's document, or {"error"}.
import {createInterface} from 'node:readline';
import {kAsk, kLoad, openEngine} from './engine_node.mjs';

const request = await openEngine(process.argv[2]);
for await (const scene of createInterface({input: process.stdin})) {
  const loaded = request(kLoad, scene);
  const begin = performance.now();
  const answer = loaded.failed ? loaded : request(kAsk, '{}');
  if (answer.failed) { console.log(JSON.stringify({error: JSON.parse(answer.text)})); continue; }
  const {pairs, seconds} = JSON.parse(answer.text);
  console.log(JSON.stringify({pairs, seconds, wall: (performance.now() - begin) / 1000}));
}
