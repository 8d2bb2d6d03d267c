//! What the commands that use the network have in common: arguments, the data directory, and chance.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use doubloons_engine::contract::Dice;
use doubloons_net::lan::installation::Installation;
use doubloons_net::lan::interfaces::{self, InterfaceChoice};
use doubloons_net::lan::session::Ground;
use doubloons_net::lan::transport::{Arrivals, Endpoint, PortChoice, Settings};
use doubloons_net::table::genesis::{MAX_NAME, Name};
use doubloons_net::table::lobby::Boards;
use doubloons_net::table::peer::Patience;

use crate::report::Failure;

/// What every command that uses the network can be told.
#[derive(Clone, Debug, Args)]
pub(crate) struct LanArguments {
    /// Where the key, the journals of games and transcripts are kept [default: the folder for the data of programs]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Use this network interface alone
    #[arg(long, value_name = "NAME")]
    pub(crate) interface: Option<String>,
    /// For tests: everything that is left to chance here follows from this number, secrets included
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Print a JSON object for each event
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who sits at this computer, and how fast.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayerArguments {
    /// What others call this player [default: the computer's name and the beginning of its key]
    #[arg(long, value_name = "NAME", value_parser = name())]
    pub(crate) player: Option<Name>,
    /// How long bots wait before each decision, in milliseconds
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 0)]
    pub(crate) pace: u64,
}

/// Reads a name.
pub(crate) fn name() -> impl Fn(&str) -> Result<Name, String> + Clone + Send + Sync {
    |text| Name::try_from(text.to_owned()).map_err(|no_name| no_name.to_string())
}

/// Where random bytes come from.
pub(crate) type Chance = Box<dyn FnMut() -> [u8; 32] + Send>;

/// Chance from the system, or from a number.
pub(crate) fn chance(seed: Option<u64>) -> Chance {
    match seed {
        Some(seed) => {
            let mut dice = Dice::from_seed(seed);
            Box::new(move || dice.beacon().0)
        }
        None => Box::new(|| {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).expect("the system has random bytes");
            bytes
        }),
    }
}

impl LanArguments {
    /// Which interfaces are meant.
    pub(crate) fn interfaces(&self) -> InterfaceChoice {
        self.interface.clone().map_or(InterfaceChoice::Sensible, InterfaceChoice::Only)
    }

    /// The data directory, opened.
    pub(crate) fn installation(&self, chance: &mut Chance) -> Result<Installation, Failure> {
        let folder = match &self.data_dir {
            Some(folder) => folder.clone(),
            None => data_folder()?,
        };
        Ok(Installation::open(&folder, chance)?)
    }

    /// A port for QUIC.
    pub(crate) fn endpoint(
        &self,
        installation: &Installation,
        port: PortChoice,
    ) -> Result<(Endpoint, Arrivals), Failure> {
        let settings = Settings { port, interface: self.interface.clone(), ..Settings::default() };
        Ok(Endpoint::open(installation.identity(), settings)?)
    }

    /// What a session stands on.
    pub(crate) fn ground(
        &self,
        installation: Arc<Installation>,
        endpoint: (Endpoint, Arrivals),
        boards: (Boards, Option<String>),
        pace: Duration,
        random: Chance,
    ) -> Ground {
        let interfaces = self.interfaces();
        let ((endpoint, arrivals), (boards, board_file)) = (endpoint, boards);
        let patience = Patience::default();
        Ground { installation, endpoint, arrivals, boards, board_file, interfaces, patience, pace, random }
    }
}

/// The folder for the data of programs, as desktops agree on it.
pub(crate) fn data_folder() -> Result<PathBuf, Failure> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")));
    Ok(folder.ok_or(Failure::NoDataFolder)?.join("doubloons"))
}

impl PlayerArguments {
    /// What others call this player.
    pub(crate) fn name(&self, installation: &Installation) -> Name {
        self.player.clone().unwrap_or_else(|| default_name(installation))
    }

    /// How long bots wait.
    pub(crate) fn pace(&self) -> Duration {
        Duration::from_millis(self.pace)
    }
}

fn default_name(installation: &Installation) -> Name {
    let host = fs::read_to_string(Path::new("/proc/sys/kernel/hostname")).unwrap_or_default();
    let host: String = host.chars().filter(|one| one.is_ascii_alphanumeric() || *one == '-').collect();
    let key = installation.identity().public().to_string();
    let room = MAX_NAME - 5;
    let host = if host.is_empty() { "computer" } else { &host[..host.len().min(room)] };
    Name::try_from(format!("{host}-{}", &key[..4])).expect("letters, digits and hyphens, not too many")
}

/// Where this computer can be reached by others.
pub(crate) fn addresses(choice: &InterfaceChoice, port: u16) -> Vec<SocketAddr> {
    let all = interfaces::all().unwrap_or_default();
    let chosen = interfaces::chosen(&all, choice);
    let networks = chosen.iter().flat_map(|interface| &interface.networks);
    networks.map(|network| SocketAddr::new(network.address, port)).collect()
}

/// Runs something that uses the network, until it is done.
pub(crate) fn run<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::Runtime)?;
    let done = runtime.block_on(work);
    // A bot may still be thinking about a decision that nobody waits for.
    runtime.shutdown_background();
    done
}
