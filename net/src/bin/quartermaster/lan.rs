//! What the commands that use the network have in common: arguments, the data directory, and chance.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use doubloons_net::lan::installation::Installation;
use doubloons_net::lan::interfaces::{self, InterfaceChoice};
use doubloons_net::lan::session::Ground;
use doubloons_net::lan::transport::{Arrivals, Endpoint, PortChoice, Settings};
use doubloons_net::table::genesis::{MAX_NAME, Name};
use doubloons_net::table::lobby::Boards;
use doubloons_net::table::peer::Patience;
use doubloons_words::told;

use crate::report::Failure;
use crate::table::Setting;

/// What every command that uses the network can be told.
#[derive(Clone, Debug, Args)]
pub(crate) struct LanArguments {
    /// Where the key, the journals of games and transcripts are kept [default: the folder for the data of programs]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Use this network interface alone
    #[arg(long, value_name = "NAME")]
    pub(crate) interface: Option<String>,
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
    /// The same seed lets this player's bot decide the same in the same position; keys and secrets are always new
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
}

/// Reads a name.
pub(crate) fn name() -> impl Fn(&str) -> Result<Name, String> + Clone + Send + Sync {
    |text| Name::try_from(text.to_owned()).map_err(|no_name| told(&no_name))
}

/// Where random bytes come from.
pub(crate) type Chance = Box<dyn FnMut() -> [u8; 32] + Send>;

/// Random bytes of the system's.
pub(crate) fn chance() -> Chance {
    Box::new(|| {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the system has random bytes");
        bytes
    })
}

/// Where somebody plays: the data directory, the port, and what there is to play on.
pub(crate) struct Place {
    pub(crate) setting: Setting,
    pub(crate) boards: Boards,
    pub(crate) installation: Arc<Installation>,
    pub(crate) endpoint: Endpoint,
    arrivals: Arrivals,
    chance: Chance,
}

impl Place {
    /// What a session stands on.
    pub(crate) fn ground(self, interfaces: InterfaceChoice, pace: Duration) -> Ground {
        Ground {
            installation: self.installation,
            endpoint: self.endpoint,
            arrivals: self.arrivals,
            boards: self.boards,
            board_file: self.setting.board_file,
            interfaces,
            patience: Patience::default(),
            pace,
            random: self.chance,
        }
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

    /// Opens everything that somebody needs to play.
    pub(crate) fn place(&self, setting: Setting, port: PortChoice, mut chance: Chance) -> Result<Place, Failure> {
        let boards = Boards::new([Arc::clone(&setting.board)]);
        let installation = Arc::new(self.installation(&mut chance)?);
        let settings = Settings { port, interface: self.interface.clone(), ..Settings::default() };
        let (endpoint, arrivals) = Endpoint::open(installation.identity(), settings)?;
        Ok(Place { setting, boards, installation, endpoint, arrivals, chance })
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

    /// By what a bot decides.
    pub(crate) fn bot_seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| chance()().first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes)))
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
